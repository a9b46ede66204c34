import { describe, expect, it } from "vitest";
import examples from "./changes.examples.json";
import sequences from "./changes.random.json";
import { merge, type Json } from "./changes";

/** A value, and the changes that it goes through, each with the value after it. */
interface Sequence {
  first: Json;
  steps: { change: Json; value: Json }[];
}

/** Freeze a value and everything in it. */
function deepFreeze(value: Json): Json {
  if (value !== null && typeof value === "object") Object.values(value).forEach(deepFreeze);
  Object.freeze(value);
  return value;
}

describe("a change", () => {
  it.each(examples as { old: Json; new: Json; change: Json }[])(
    "$change turns $old into $new, as on the server",
    ({ old, change, ...example }) => {
      expect(merge(deepFreeze(old), change)).toEqual(example.new);
    },
  );

  it("follows another in random sequences made by the server's code", () => {
    for (const { first, steps } of sequences as unknown as Sequence[]) {
      let value = first;
      for (const step of steps) {
        value = merge(deepFreeze(value), step.change);
        expect(value).toEqual(step.value);
      }
    }
  });

  it("keeps fields that it does not name, without copying them", () => {
    const old = deepFreeze({ seats: [{ hand: ["7H"] }, { hand: ["8H"] }], table: ["TC"] });
    const merged = merge(old, { seats: { "1": { hand: { "0": "9H" } } } }) as typeof old & {
      seats: object[];
      table: object;
    };
    expect(merged).toEqual({ seats: [{ hand: ["7H"] }, { hand: ["9H"] }], table: ["TC"] });
    const { seats, table } = old as unknown as { seats: object[]; table: object };
    expect(merged.seats[0]).toBe(seats[0]);
    expect(merged.table).toBe(table);
  });
});

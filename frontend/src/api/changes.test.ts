import { describe, expect, it } from "vitest";
import examples from "./changes.examples.json";
import { merge, type Json } from "./changes";

/** Nothing of it can be changed in place. */
function frozen(value: Json): Json {
  if (value !== null && typeof value === "object") Object.values(value).forEach(frozen);
  Object.freeze(value);
  return value;
}

describe("a change", () => {
  it.each(examples as { old: Json; new: Json; change: Json }[])(
    "$change makes $new of $old, as on the server",
    ({ old, change, ...made }) => {
      expect(merge(frozen(old), change)).toEqual(made.new);
    },
  );

  it("leaves all that it does not name, and does not copy it", () => {
    const old = frozen({ seats: [{ hand: ["7H"] }, { hand: ["8H"] }], table: ["TC"] });
    const made = merge(old, { seats: { "1": { hand: { "0": "9H" } } } }) as typeof old & {
      seats: object[];
      table: object;
    };
    expect(made).toEqual({ seats: [{ hand: ["7H"] }, { hand: ["9H"] }], table: ["TC"] });
    const { seats, table } = old as unknown as { seats: object[]; table: object };
    expect(made.seats[0]).toBe(seats[0]);
    expect(made.table).toBe(table);
  });
});

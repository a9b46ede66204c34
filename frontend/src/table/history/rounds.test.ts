import { describe, expect, it } from "vitest";
import type { TableEvent } from "../../api/wire";
import { event as anEvent, happening } from "../fixtures";
import { roundsOf } from "./rounds";

let seq = 0;
const event = (type: TableEvent["type"], round: number | null, hasText = true): TableEvent =>
  anEvent({ seq: ++seq, type, round, history: hasText ? [happening("pass", { seat: 1 })] : [] });
const MATCH = [
  event("created", null, false),
  event("round", 1),
  event("action", 1),
  event("action", 1),
  event("round", 2),
  event("action", 2),
];

describe("the rounds of a match", () => {
  it("have every event with a text, once and in order", () => {
    const rounds = roundsOf(MATCH);
    expect(rounds.map(({ number }) => number)).toEqual([1, 2]);
    expect(rounds.flatMap(({ events }) => events)).toEqual(MATCH.slice(1));
  });

  it("stay the same objects until they change", () => {
    let before = roundsOf([]);
    for (let count = 1; count <= MATCH.length; count++) {
      const rounds = roundsOf(MATCH.slice(0, count), before);
      expect(rounds).toEqual(roundsOf(MATCH.slice(0, count)));
      before = rounds;
    }
    const [first, second] = before;
    const [still, more] = roundsOf([...MATCH, event("action", 2)], before);
    expect(still).toBe(first);
    expect(more).not.toBe(second);
    expect(more?.events).toHaveLength(3);
  });

  it("are new objects for another match", () => {
    const before = roundsOf(MATCH);
    const other = MATCH.map((one) => ({ ...one }));
    expect(roundsOf(other, before)[0]).not.toBe(before[0]);
  });
});

import { describe, expect, it } from "vitest";
import type { TableSummary } from "../api/wire";
import { en as t } from "../i18n/en";
import { matchOutcome, othersAt } from "./match-outcome";

const seats = ["Anna", "Bo", "Cleo"].map((name) => ({ name, level: null }));
const table = (changes: Partial<TableSummary>): TableSummary => ({
  id: "t",
  preset: "pagat",
  options: {},
  seats,
  started: "2026-11-22T12:00:00.000+00:00",
  phase: "over",
  over: true,
  closed: false,
  round: 3,
  you: 1,
  places: [2, 1, 3],
  ...changes,
});

describe("a match in a list", () => {
  it("was won, shared or lost", () => {
    expect(matchOutcome(table({}), t)).toEqual({ words: "Won", won: true, goesOn: false });
    expect(matchOutcome(table({ places: [1, 1, 3] }), t)).toMatchObject({ words: "Won, shared" });
    expect(matchOutcome(table({ you: 2 }), t)).toEqual({
      words: "Place 3 of 3",
      won: false,
      goesOn: false,
    });
  });

  it("goes on, or has not begun", () => {
    const running = table({ phase: "playing", over: false, places: null });
    expect(matchOutcome(running, t)).toMatchObject({ words: "Still running", goesOn: true });
    expect(matchOutcome({ ...running, phase: "gathering" }, t)).toMatchObject({ goesOn: true });
  });

  it("says no more than is known", () => {
    expect(matchOutcome(table({ places: null }), t)).toMatchObject({
      words: "Over",
      goesOn: false,
    });
    expect(matchOutcome(table({ phase: "closed", places: null }), t).words).toBe("Closed");
  });

  it("names the others", () => {
    expect(othersAt(table({}))).toEqual(["Anna", "Cleo"]);
  });
});

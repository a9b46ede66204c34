import { describe, expect, it } from "vitest";
import type { TableSummary } from "../api/wire";
import { en as t } from "../i18n/fixtures";
import { matchOutcome, otherPlayers } from "./match-outcome";

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
  lives: null,
  to_act: null,
  places: [2, 1, 3],
  device: false,
  hints: 0,
  ...changes,
});

describe("a match in a list", () => {
  it("is won, shared or lost", () => {
    expect(matchOutcome(table({}), t)).toEqual({ text: "Won", won: true, running: false });
    expect(matchOutcome(table({ places: [1, 1, 3] }), t)).toMatchObject({ text: "Won, shared" });
    expect(matchOutcome(table({ you: 2 }), t)).toEqual({
      text: "Place 3 of 3",
      won: false,
      running: false,
    });
  });

  it("is counted as lost if a bot made most of the moves", () => {
    expect(matchOutcome(table({ forfeited: true }), t)).toEqual({
      text: "Won, counted as lost: a bot made most of your moves",
      won: false,
      running: false,
    });
  });

  it("is running, or has not begun", () => {
    const match = table({ phase: "playing", over: false, places: null });
    expect(matchOutcome(match, t)).toMatchObject({ text: "In progress", running: true });
    expect(matchOutcome({ ...match, phase: "gathering" }, t)).toMatchObject({ running: true });
  });

  it("has no place without a result", () => {
    expect(matchOutcome(table({ places: null }), t)).toMatchObject({
      text: "Over",
      running: false,
    });
    expect(matchOutcome(table({ phase: "closed", places: null }), t).text).toBe("Closed");
  });

  it("lists the other players", () => {
    expect(otherPlayers(table({}))).toEqual(["Anna", "Cleo"]);
  });
});

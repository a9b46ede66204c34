import { describe, expect, it } from "vitest";
import type { TableSummary } from "../api/wire";
import { matchDays } from "./match-days";

const NOW = new Date(2026, 10, 25, 20, 0);

const match = (...began: [number, number, number, number]): TableSummary => ({
  id: began.join("-"),
  preset: "pagat",
  options: {},
  seats: [],
  started: new Date(...began).toISOString(),
  phase: "over",
  over: true,
  closed: false,
  round: 1,
  you: 0,
  lives: null,
  to_act: null,
  places: null,
  device: false,
  hints: 0,
});

describe("the days of a list of matches", () => {
  it("group matches of one day, however late", () => {
    const matches = [match(2026, 10, 25, 0), match(2026, 10, 24, 23), match(2026, 10, 24, 1)];
    const days = matchDays(matches, "en", NOW);
    expect(days.map(({ title }) => title)).toEqual(["Today", "Yesterday"]);
    expect(days.map((day) => day.matches)).toEqual([matches.slice(0, 1), matches.slice(1)]);
  });

  it("are named in the reader's language, with the year if it is another", () => {
    const matches = [match(2026, 10, 25, 9), match(2026, 10, 23, 9), match(2025, 11, 31, 9)];
    const titles = (language: string) =>
      matchDays(matches, language, NOW).map(({ title }) => title);
    expect(titles("de")).toEqual(["Heute", "Montag, 23. November", "Mittwoch, 31. Dezember 2025"]);
    expect(titles("nl")).toEqual(["Vandaag", "Maandag 23 november", "Woensdag 31 december 2025"]);
  });

  it("are none without matches", () => {
    expect(matchDays([], "en", NOW)).toEqual([]);
  });
});

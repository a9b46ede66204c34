import { beforeEach, describe, expect, it, vi } from "vitest";
import { dayResult, puzzleOfTheDay, saveDayResult, todaysDate } from "./today";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.useFakeTimers({ now: new Date(2026, 10, 7, 23, 59) });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
});

describe("the puzzle of the day", () => {
  const DATES = Array.from({ length: 300 }, (_, day) =>
    new Date(Date.UTC(2026, 10, 1 + day)).toISOString().slice(0, 10),
  );

  it("is another one each day until all have been shown", () => {
    const puzzles = DATES.map((_, place) => place);
    const shown = DATES.map((date) => puzzleOfTheDay(puzzles, date));
    expect(new Set(shown).size).toBe(puzzles.length);
    expect(puzzleOfTheDay(puzzles, "2026-11-07")).toBe(puzzleOfTheDay(puzzles, "2026-11-07"));
    expect(puzzleOfTheDay([], "2026-11-07")).toBeUndefined();
  });

  it("keeps its first result until the next day", () => {
    expect(todaysDate()).toBe("2026-11-07");
    expect(dayResult()).toBeNull();
    saveDayResult("2026-11-07", "missed");
    saveDayResult("2026-11-07", "solved");
    expect(dayResult()).toBe("missed");
    vi.setSystemTime(new Date(2026, 10, 8, 0, 1));
    expect(dayResult()).toBeNull();
    saveDayResult("2026-11-08", "solved");
    expect([dayResult(), dayResult("2026-11-07")]).toEqual(["solved", null]);
  });

  it("has no result if the storage holds something else", () => {
    stored.set("schwimmen.puzzle-of-the-day", "2026-11-07 perhaps");
    expect(dayResult()).toBeNull();
  });
});

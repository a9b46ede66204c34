import { describe, expect, it } from "vitest";
import type { CoursePoint } from "../api/wire";
import { ratePath, LATE_TURN, barPosition, ticks, turnBars, valueBars } from "./plot-layout";

describe("ticks", () => {
  it("are few, evenly spaced integers that reach the maximum", () => {
    for (let max = 0; max < 3000; max = Math.ceil(max * 1.3) + 1) {
      for (const steps of [3, 4]) {
        const found = ticks(max, steps);
        const step = found[1] ?? 0;
        expect(found).toEqual(found.map((_, i) => i * step));
        expect(Number.isInteger(step)).toBe(true);
        expect(found.at(-1)).toBeGreaterThanOrEqual(max);
        expect((found.at(-1) ?? 0) - step).toBeLessThan(Math.max(1, max));
        expect(found.length).toBeLessThanOrEqual(steps + 1);
      }
    }
    expect(ticks(1227, 3)).toEqual([0, 500, 1000, 1500]);
  });
});

describe("bars of hand values", () => {
  const bars = valueBars({
    values: [
      { value: 28, count: 2 },
      { value: 30.5, count: 1 },
      { value: 32, count: 4 },
    ],
  });

  it("cover every integer, and the halves that occurred", () => {
    expect(bars.map(({ value }) => value)).toEqual([28, 29, 30, 30.5, 31, 32]);
    expect(bars.map(({ count }) => count)).toEqual([2, 0, 0, 1, 0, 4]);
  });

  it("locate a mean in the middle of its bar or between two bars", () => {
    expect(barPosition(28, bars)).toBeCloseTo(0.5 / 6);
    expect(barPosition(28.5, bars)).toBeCloseTo(1 / 6);
    expect(barPosition(30.5, bars)).toBeCloseTo(3.5 / 6);
    expect(barPosition(30.75, bars)).toBeCloseTo(4 / 6);
    expect(barPosition(32, bars)).toBeCloseTo(5.5 / 6);
  });

  it("are few for a single value", () => {
    expect(valueBars({ values: [{ value: 30.5, count: 3 }] }).map(({ value }) => value)).toEqual([
      30, 30.5, 31,
    ]);
    expect(barPosition(20, valueBars({ values: [{ value: 20, count: 3 }] }))).toBe(0.5);
  });
});

describe("bars of turns", () => {
  it("skip no turn, and combine the late ones", () => {
    const bars = turnBars([
      { turn: 1, closed: 5, paid: 4 },
      { turn: 3, closed: 2, paid: 0 },
      { turn: LATE_TURN, closed: 3, paid: 1 },
      { turn: LATE_TURN + 4, closed: 2, paid: 2 },
    ]);
    expect(bars.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(bars.map(({ closed }) => closed)).toEqual([5, 0, 2, 0, 0, 0, 0, 5]);
    expect(bars.map(({ paid }) => paid)).toEqual([4, 0, 0, 0, 0, 0, 0, 3]);
    expect(turnBars([])).toEqual([]);
  });
});

describe("the path of a rate", () => {
  const point = (lost_rate: number | null): CoursePoint => ({
    id: "x",
    ended: "2026-11-22T12:00:00Z",
    variant: "pagat",
    players: 3,
    won: true,
    win_rate: 1,
    lost_rate,
  });

  it("goes from edge to edge, with 1 at the top", () => {
    expect(ratePath([point(0), point(1), point(0.5)], "lost_rate", 100, 40)).toBe(
      "M0.0 40.0L50.0 0.0L100.0 20.0",
    );
  });

  it("is interrupted by a missing rate", () => {
    const course = [point(0), point(null), point(1), point(0)];
    expect(ratePath(course, "lost_rate", 30, 10)).toBe("M0.0 10.0M20.0 0.0L30.0 10.0");
    expect(ratePath([], "win_rate", 30, 10)).toBe("");
  });
});

import { describe, expect, it } from "vitest";
import type { CoursePoint } from "../api/wire";
import { courseLine, LATE, placeOf, ticks, turnBars, valueBars } from "./plot-layout";

describe("ticks", () => {
  it("are whole, few and evenly apart, and reach the highest", () => {
    for (let highest = 0; highest < 3000; highest = Math.ceil(highest * 1.3) + 1) {
      for (const most of [3, 4]) {
        const found = ticks(highest, most);
        const step = found[1] ?? 0;
        expect(found).toEqual(found.map((_, i) => i * step));
        expect(Number.isInteger(step)).toBe(true);
        expect(found.at(-1)).toBeGreaterThanOrEqual(highest);
        expect((found.at(-1) ?? 0) - step).toBeLessThan(Math.max(1, highest));
        expect(found.length).toBeLessThanOrEqual(most + 1);
      }
    }
    expect(ticks(1227, 3)).toEqual([0, 500, 1000, 1500]);
  });
});

describe("bars of values", () => {
  const bars = valueBars({
    values: [
      { value: 28, count: 2 },
      { value: 30.5, count: 1 },
      { value: 32, count: 4 },
    ],
  });

  it("have every whole value between, and halves that there were", () => {
    expect(bars.map(({ value }) => value)).toEqual([28, 29, 30, 30.5, 31, 32]);
    expect(bars.map(({ count }) => count)).toEqual([2, 0, 0, 1, 0, 4]);
  });

  it("say where a mean lies: in the middle of its bar, or between two", () => {
    expect(placeOf(28, bars)).toBeCloseTo(0.5 / 6);
    expect(placeOf(28.5, bars)).toBeCloseTo(1 / 6);
    expect(placeOf(30.5, bars)).toBeCloseTo(3.5 / 6);
    expect(placeOf(30.75, bars)).toBeCloseTo(4 / 6);
    expect(placeOf(32, bars)).toBeCloseTo(5.5 / 6);
  });

  it("are one for one value", () => {
    expect(valueBars({ values: [{ value: 30.5, count: 3 }] }).map(({ value }) => value)).toEqual([
      30, 30.5, 31,
    ]);
    expect(placeOf(20, valueBars({ values: [{ value: 20, count: 3 }] }))).toBe(0.5);
  });
});

describe("bars of turns", () => {
  it("leave no turn out, and count the late ones together", () => {
    const bars = turnBars([
      { turn: 1, closed: 5, paid: 4 },
      { turn: 3, closed: 2, paid: 0 },
      { turn: LATE, closed: 3, paid: 1 },
      { turn: LATE + 4, closed: 2, paid: 2 },
    ]);
    expect(bars.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(bars.map(({ closed }) => closed)).toEqual([5, 0, 2, 0, 0, 0, 0, 5]);
    expect(bars.map(({ paid }) => paid)).toEqual([4, 0, 0, 0, 0, 0, 0, 3]);
    expect(turnBars([])).toEqual([]);
  });
});

describe("the line of a course", () => {
  const point = (lost_rate: number | null): CoursePoint => ({
    id: "x",
    ended: "2026-11-22T12:00:00Z",
    variant: "pagat",
    players: 3,
    won: true,
    win_rate: 1,
    lost_rate,
  });

  it("goes from edge to edge, the most on top", () => {
    expect(courseLine([point(0), point(1), point(0.5)], "lost_rate", 100, 40)).toBe(
      "M0.0 40.0L50.0 0.0L100.0 20.0",
    );
  });

  it("breaks off where there is nothing to show", () => {
    const course = [point(0), point(null), point(1), point(0)];
    expect(courseLine(course, "lost_rate", 30, 10)).toBe("M0.0 10.0M20.0 0.0L30.0 10.0");
    expect(courseLine([], "win_rate", 30, 10)).toBe("");
  });
});

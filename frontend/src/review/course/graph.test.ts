import { expect, it } from "vitest";
import { moments } from "../fixtures";
import { axisOf, linePath, spaced } from "./graph";

it("the axis of chances is fixed, that of points has room for all", () => {
  const course = moments([0], [12, -3]);
  expect(axisOf(course, false)).toEqual({ low: 0, high: 1, marks: [0, 0.5, 1] });
  const { low, high, marks } = axisOf(course, true);
  expect(low).toBeLessThanOrEqual(-11);
  expect(high).toBeGreaterThanOrEqual(12);
  expect(marks).toEqual([low, 0, high]);
});

it("a line leaves out moments closer than a pixel, but not the last", () => {
  const course = moments(
    [0.1],
    Array.from({ length: 99 }, () => 0.2),
  );
  const path = linePath(
    course,
    0,
    (moment) => moment / 10,
    (value) => 100 * value,
  );
  expect(path.split("L")).toHaveLength(11);
  expect(path.startsWith("M0.0 10.0")).toBe(true);
  expect(path.endsWith("L9.9 20.0")).toBe(true);
});

it("labels that would touch the one before are left out", () => {
  const twice = (moment: number) => 2 * moment;
  expect([...spaced([1, 9, 11, 23, 24, 40], twice, 20)]).toEqual([1, 11, 23, 40]);
  expect([...spaced([], twice, 20)]).toEqual([]);
});

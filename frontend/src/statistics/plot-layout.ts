/** Geometry of the plots: ticks, bars and lines. */
import type { CoursePoint, Hands, TurnClosings } from "../api/wire";

/** Return at most `steps` + 1 evenly spaced integers from 0 up to at least `max`. */
export function ticks(max: number, steps = 4): number[] {
  const minStep = Math.max(1, max) / steps;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((n) => n * power).find((n) => n >= minStep) ?? minStep,
  );
  const count = Math.ceil(Math.max(1, max) / step);
  return Array.from({ length: count + 1 }, (_, i) => i * step);
}

/** A bar of a histogram. */
export interface Bar {
  value: number;
  count: number;
}

/** Return a bar for every integer from the lowest to the highest value, and for other values. */
export function valueBars({ values }: Pick<Hands, "values">): Bar[] {
  const counts = new Map(values.map(({ value, count }) => [value, count]));
  const occurred = [...counts.keys()];
  const low = Math.floor(Math.min(...occurred));
  const high = Math.ceil(Math.max(...occurred));
  const integers = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return [...new Set([...integers, ...occurred])]
    .sort((a, b) => a - b)
    .map((value) => ({ value, count: counts.get(value) ?? 0 }));
}

/** Return the position of a value among bars of equal width, as a fraction of the total width. */
export function barPosition(value: number, bars: readonly Bar[]): number {
  const above = bars.findIndex((bar) => bar.value >= value);
  if (above < 0) return 1;
  const [low, high] = [bars[above - 1]?.value, bars[above]?.value ?? value];
  const step = low === undefined || high === low ? 0 : (high - value) / (high - low);
  return (above + 0.5 - step) / bars.length;
}

/** First turn of the late ones, whose closings share one bar. */
export const LATE_TURN = 8;

/** Return a bar for every turn up to the last with a closing; late turns share one bar. */
export function turnBars(turns: readonly TurnClosings[]): TurnClosings[] {
  const last = Math.min(LATE_TURN, Math.max(0, ...turns.map(({ turn }) => turn)));
  return Array.from({ length: last }, (_, i) => {
    const group = turns.filter(({ turn }) => Math.min(turn, LATE_TURN) === i + 1);
    const sum = (count: (turn: TurnClosings) => number) =>
      group.reduce((total, turn) => total + count(turn), 0);
    return { turn: i + 1, closed: sum(({ closed }) => closed), paid: sum(({ paid }) => paid) };
  });
}

/** Return the path of a rate over all matches in a box; a missing rate interrupts the line. */
export function ratePath(
  course: readonly CoursePoint[],
  rate: "win_rate" | "lost_rate",
  width: number,
  height: number,
): string {
  const step = width / Math.max(1, course.length - 1);
  let path = "";
  let pen = "M";
  course.forEach((point, i) => {
    const value = point[rate];
    if (value !== null)
      path += `${pen}${(i * step).toFixed(1)} ${((1 - value) * height).toFixed(1)}`;
    pen = value === null ? "M" : "L";
  });
  return path;
}

/** Where things are in a plot: ticks, places and lines, without a word about how they look. */
import type { CoursePoint, Hands, TurnClosings } from "../api/wire";

/** About `most` whole numbers from 0 up, evenly apart, the last one at least as large as `highest`. */
export function ticks(highest: number, most = 4): number[] {
  const least = Math.max(1, highest) / most;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least) ?? least);
  const count = Math.ceil(Math.max(1, highest) / step);
  return Array.from({ length: count + 1 }, (_, i) => i * step);
}

export interface Bar {
  value: number;
  count: number;
}

/** Every value from the lowest to the highest that a hand had, also those that none had. */
export function valueBars({ values }: Pick<Hands, "values">): Bar[] {
  const counts = new Map(values.map(({ value, count }) => [value, count]));
  const found = [...counts.keys()];
  const low = Math.floor(Math.min(...found));
  const high = Math.ceil(Math.max(...found));
  const whole = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return [...new Set([...whole, ...found])]
    .sort((one, other) => one - other)
    .map((value) => ({ value, count: counts.get(value) ?? 0 }));
}

/** Where a value lies among bars of equal width, as a part of them all; between two if need be. */
export function placeOf(value: number, bars: readonly Bar[]): number {
  const above = bars.findIndex((bar) => bar.value >= value);
  if (above < 0) return 1;
  const [low, high] = [bars[above - 1]?.value, bars[above]?.value ?? value];
  const step = low === undefined || high === low ? 0 : (high - value) / (high - low);
  return (above + 0.5 - step) / bars.length;
}

/** The turn from which on closings are counted together. */
export const LATE = 8;

/** A bar for every turn up to the last one in which there was a closing; late ones are one bar. */
export function turnBars(turns: readonly TurnClosings[]): TurnClosings[] {
  const last = Math.min(LATE, Math.max(0, ...turns.map(({ turn }) => turn)));
  return Array.from({ length: last }, (_, i) => {
    const here = turns.filter(({ turn }) => Math.min(turn, LATE) === i + 1);
    const sum = (of: (one: TurnClosings) => number) => here.reduce((all, one) => all + of(one), 0);
    return { turn: i + 1, closed: sum(({ closed }) => closed), paid: sum(({ paid }) => paid) };
  });
}

/** A line through the rates of a course, in a box; a rate that there is not breaks it off. */
export function courseLine(
  course: readonly CoursePoint[],
  rate: "win_rate" | "lost_rate",
  width: number,
  height: number,
): string {
  const step = width / Math.max(1, course.length - 1);
  let path = "";
  let pen = "M";
  course.forEach((point, i) => {
    const part = point[rate];
    if (part !== null) path += `${pen}${(i * step).toFixed(1)} ${((1 - part) * height).toFixed(1)}`;
    pen = part === null ? "M" : "L";
  });
  return path;
}

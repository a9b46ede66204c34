/** Geometry of the graph of chances. */
import { ticks } from "../../statistics/plot-layout";
import type { ReviewedMoment } from "schwimmen";

/** A range of values, and the values with a line. */
export interface Axis {
  low: number;
  high: number;
  marks: number[];
}

/** Return the axis of chances, or of leads in points. */
export function axisOf(moments: readonly ReviewedMoment[], points: boolean): Axis {
  if (!points) return { low: 0, high: 1, marks: [0, 0.5, 1] };
  const values = moments.flatMap(({ chances }) => chances.map(({ value }) => value));
  const end = (size: number) => (size > 0 ? (ticks(size, 2).at(-1) ?? size) : 0);
  const low = -end(values.reduce((most, value) => Math.max(most, -value), 0));
  const high = end(values.reduce((most, value) => Math.max(most, value), 1));
  return { low, high, marks: [...new Set([low, 0, high])] };
}

/** Return the path of a seat's values; of several values in one pixel only the first is drawn. */
export function linePath(
  moments: readonly ReviewedMoment[],
  seat: number,
  x: (moment: number) => number,
  y: (value: number) => number,
): string {
  let path = "";
  let last = -1;
  for (const [number, { chances }] of moments.entries()) {
    const at = x(number);
    if (at - last < 1 && number > 0 && number < moments.length - 1) continue;
    last = at;
    path += `${path === "" ? "M" : "L"}${at.toFixed(1)} ${y(chances[seat]?.value ?? 0).toFixed(1)}`;
  }
  return path;
}

/** Return the moments, given in order, whose labels have `room` before the next label. */
export function spaced(
  moments: readonly number[],
  x: (moment: number) => number,
  room: number,
): Set<number> {
  const chosen = new Set<number>();
  let free = -Infinity;
  for (const moment of moments) {
    if (x(moment) < free) continue;
    chosen.add(moment);
    free = x(moment) + room;
  }
  return chosen;
}

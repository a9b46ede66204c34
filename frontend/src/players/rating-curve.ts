/** Geometry of a rating curve. */
import type { CurvePoint } from "../api/wire";

/** Return evenly spaced ratings for the rules of a plot, which enclose all ratings. */
export function ratingTicks(points: readonly Pick<CurvePoint, "rating">[]): number[] {
  const ratings = points.map(({ rating }) => rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const step = [10, 20, 50, 100, 200, 500].find((step) => high - low <= 4 * step) ?? 1000;
  const first = Math.floor(low / step);
  const count = Math.max(1, Math.ceil(high / step) - first);
  return Array.from({ length: count + 1 }, (_, i) => (first + i) * step);
}

/** Return the positions of points in a box whose left edge is the first point. */
export function curvePositions(
  points: readonly Pick<CurvePoint, "rating">[],
  width: number,
  height: number,
): { x: number; y: number }[] {
  const ticks = ratingTicks(points);
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const step = width / Math.max(1, points.length - 1);
  return points.map(({ rating }, i) => ({
    x: i * step,
    y: height * (1 - (rating - low) / (high - low)),
  }));
}

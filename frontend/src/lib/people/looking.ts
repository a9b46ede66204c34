/** Who plays on after a round, and has not asked for the next one yet. */
import type { SeatInfo, SeatView } from "../api/wire";

/** People who are there, not away, and in the next round. */
export function lookersOf(
  seats: readonly SeatInfo[],
  views: readonly SeatView[],
  present: readonly number[],
): number[] {
  return seats
    .filter(
      ({ seat, level, away }) =>
        level === null && away === null && present.includes(seat) && views[seat]?.status !== "out",
    )
    .map(({ seat }) => seat);
}

/** Those of them who are waited for; and whether asking would help. */
export function waitOf(
  lookers: readonly number[],
  ready: readonly number[],
  seat: number | null,
): { waiting: number[]; asks: boolean } {
  const waiting = lookers.filter((one) => !ready.includes(one));
  if (seat === null) return { waiting, asks: false };
  return { waiting, asks: waiting.length === 0 || waiting.includes(seat) };
}

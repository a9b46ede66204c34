/** The seats of a table before its match: who is where, and what would become of the empty ones. */
import type { SeatInfo, TableSettings } from "../api/wire";

export interface SeatPlace {
  seat: number;
  /** Who sits there, or for whom it is kept. */
  who: SeatInfo | null;
}

export const seatPlaces = (settings: TableSettings, seats: readonly SeatInfo[]): SeatPlace[] =>
  Array.from({ length: settings.seats }, (_, seat) => ({
    seat,
    who: seats.find((one) => one.seat === seat) ?? null,
  }));

/** What the match would begin with: people who have come, and bots; `enough` to play at all. */
export function lineUp(
  settings: TableSettings,
  seats: readonly SeatInfo[],
): { people: number; bots: number; enough: boolean } {
  const people = seats.filter(({ invited }) => !invited).length;
  const bots = settings.fill ? settings.seats - people : 0;
  return { people, bots, enough: people > 0 && people + bots >= 2 };
}

/**
 * The order in which somebody has changed places with the seat `by` further on: for every seat the
 * one from which somebody moves there.
 */
export function orderAfterSwap(
  places: readonly SeatPlace[],
  seat: number,
  by: 1 | -1,
): (number | null)[] {
  const from = places.map(({ seat, who }) => (who ? seat : null));
  const to = (seat + by + from.length) % from.length;
  [from[seat], from[to]] = [from[to] ?? null, from[seat] ?? null];
  return from;
}

/** The table that the reader was on the way to, to sit down there at once. */
let awaited: string | null = null;
export const joinOnArrival = (table: string): void => void (awaited = table);
/** Whether the reader comes to sit down; asked once. */
export function takeJoinOnArrival(table: string): boolean {
  const sits = awaited === table;
  if (sits) awaited = null;
  return sits;
}

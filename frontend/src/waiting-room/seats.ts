/** The seats of a table before its match. */
import type { SeatInfo, TableSettings } from "../api/wire";

/** A seat with its player. */
export interface SeatPlace {
  seat: number;
  /** The player who sits there or for whom the seat is reserved. */
  occupant: SeatInfo | null;
}

/** Return all seats of a table, including the empty ones. */
export const seatPlaces = (settings: TableSettings, seats: readonly SeatInfo[]): SeatPlace[] =>
  Array.from({ length: settings.seats }, (_, seat) => ({
    seat,
    occupant: seats.find((taken) => taken.seat === seat) ?? null,
  }));

/** Return how many people and bots the match would start with, and whether they are `enough`. */
export function lineUp(
  settings: TableSettings,
  seats: readonly SeatInfo[],
): { people: number; bots: number; enough: boolean } {
  const people = seats.filter(({ invited }) => !invited).length;
  const bots = settings.fill ? settings.seats - people : 0;
  return { people, bots, enough: people > 0 && people + bots >= 2 };
}

/**
 * Return the order of seats after the player at `seat` swaps with the neighbour in direction `by`:
 * for each seat, the present seat of the player who moves there, or null.
 */
export function orderAfterSwap(
  places: readonly SeatPlace[],
  seat: number,
  by: 1 | -1,
): (number | null)[] {
  const order = places.map(({ seat, occupant }) => (occupant ? seat : null));
  const to = (seat + by + order.length) % order.length;
  [order[seat], order[to]] = [order[to] ?? null, order[seat] ?? null];
  return order;
}

/** The friends to be invited to a table on arrival. */
let friendsToInvite: { table: string; friends: readonly string[] } | null = null;

/** Note that the reader invites friends to a table on arrival. */
export const inviteOnArrival = (table: string, friends: readonly string[]): void =>
  void (friendsToInvite = { table, friends });

/** Return, once, the friends whom the reader invites to this table on arrival. */
export function takeInviteOnArrival(table: string): readonly string[] {
  if (friendsToInvite?.table !== table) return [];
  const { friends } = friendsToInvite;
  friendsToInvite = null;
  return friends;
}

/** The table at which the reader takes a seat on arrival. */
let tableToJoin: string | null = null;

/** Note that the reader takes a seat at a table on arrival. */
export const joinOnArrival = (table: string): void => void (tableToJoin = table);

/** Return, once, whether the reader takes a seat at this table on arrival. */
export function takeJoinOnArrival(table: string): boolean {
  const joins = tableToJoin === table;
  if (joins) tableToJoin = null;
  return joins;
}

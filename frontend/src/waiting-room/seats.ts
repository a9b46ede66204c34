/** Seats of a table before its match. */
import type { SeatInfo, TableSettings } from "../api/wire";

/** A seat with its player. */
export interface SeatPlace {
  seat: number;
  /** Player who has the seat, or for whom it is reserved. */
  occupant: SeatInfo | null;
}

/** Return all seats of a table, including the empty ones. */
export const seatPlaces = (settings: TableSettings, seats: readonly SeatInfo[]): SeatPlace[] =>
  Array.from({ length: settings.seats }, (_, seat) => ({
    seat,
    occupant: seats.find((taken) => taken.seat === seat) ?? null,
  }));

/**
 * Return the numbers of people and bots at the start, and whether they are `enough`. Bots take the
 * seats that are `reserved` only if nobody else does.
 */
export function lineUp(
  settings: TableSettings,
  seats: readonly SeatInfo[],
): { people: number; bots: number; reserved: number; enough: boolean } {
  const people = seats.filter(({ invited }) => !invited).length;
  const reserved = settings.fill ? seats.length - people : 0;
  const bots = settings.fill ? settings.seats - seats.length : 0;
  return { people, bots, reserved, enough: people > 0 && people + bots + reserved >= 2 };
}

/**
 * Return the order of seats after a swap of `seat` with its neighbour in direction `by`: for each
 * seat the present seat of its future player, or null.
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

/** Friends to be invited after the next table has been opened. */
let friendsToInvite: { table: string; friends: readonly string[] } | null = null;

/** Remember to invite friends on arrival at a table. */
export const inviteOnArrival = (table: string, friends: readonly string[]): void =>
  void (friendsToInvite = { table, friends });

/** Return, once, the friends to be invited on arrival at this table. */
export function takeInviteOnArrival(table: string): readonly string[] {
  if (friendsToInvite?.table !== table) return [];
  const { friends } = friendsToInvite;
  friendsToInvite = null;
  return friends;
}

/** Table at which the reader takes a seat on arrival. */
let tableToJoin: string | null = null;

/** Remember to take a seat on arrival at a table. */
export const joinOnArrival = (table: string): void => void (tableToJoin = table);

/** Return, once, whether to take a seat on arrival at this table. */
export function takeJoinOnArrival(table: string): boolean {
  const joins = tableToJoin === table;
  if (joins) tableToJoin = null;
  return joins;
}

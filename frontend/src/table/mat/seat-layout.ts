/** Other seats around the table, clockwise from the reader's left to the right. */
export interface SeatRing {
  left: number[];
  top: number[];
  right: number[];
}

/**
 * Number of seats on the left (and the right), by the number of other players; the other seats are
 * at the top. On a small screen the top fills first, so that the cards have the whole width.
 */
const SIDES = {
  wide: [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3],
  narrow: [0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3],
} as const;
export type Shape = keyof typeof SIDES;

/** Return the other seats in turn order, beginning left of `own`, or all seats for a spectator. */
export function otherSeats(seats: number, own: number | null): number[] {
  const all = Array.from({ length: seats }, (_, i) => i);
  return own === null ? all : all.slice(1).map((step) => (own + step) % seats);
}

/** Place seats: `left` from the bottom up, `top` from left to right, `right` from the top down. */
export function seatRing(around: readonly number[], shape: Shape): SeatRing {
  const side = SIDES[shape][around.length] ?? Math.floor(around.length / 3);
  return {
    left: around.slice(0, side),
    top: around.slice(side, around.length - side),
    right: around.slice(around.length - side),
  };
}

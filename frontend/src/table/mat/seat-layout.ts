/** Where the seats sit: clockwise around the table, from the reader's left to the right. */

export interface Ring {
  left: number[];
  top: number[];
  right: number[];
}

/**
 * How many of the others sit on the left (and as many on the right), the rest along the top: by
 * their number. A phone held upright fills the top first, so that the cards have its whole width.
 */
const SIDES = {
  wide: [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3],
  narrow: [0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3],
} as const;
export type Shape = keyof typeof SIDES;

/** The seats of a table in turn order, beginning left of `own`; all of them for a spectator. */
export function others(seats: number, own: number | null): number[] {
  const all = Array.from({ length: seats }, (_, i) => i);
  return own === null ? all : all.slice(1).map((step) => (own + step) % seats);
}

/** `left` from the bottom up, `top` from left to right, `right` from the top down. */
export function ringOf(around: readonly number[], shape: Shape): Ring {
  const side = SIDES[shape][around.length] ?? Math.floor(around.length / 3);
  return {
    left: around.slice(0, side),
    top: around.slice(side, around.length - side),
    right: around.slice(around.length - side),
  };
}

/** What portraits are made of: flat shapes on a square of 120 by 120, the nose at 60. */

/** Colours that are the same for everybody; the tokens are `--face-…`. */
export type Colour =
  | "ink"
  | "white"
  | "lips"
  | "brass"
  | "pearl"
  | "loden"
  | "sage"
  | "oxblood"
  | "rust"
  | "mustard"
  | "cream"
  | "rose"
  | "plum"
  | "slate"
  | "navy"
  | "oak"
  | "black"
  | "brown"
  | "chestnut"
  | "copper"
  | "honey"
  | "grey"
  | "silver";

/** Colours that are somebody's own: what they are is in their look. */
export type Role =
  | "skin"
  | "skin-shade"
  | "flush"
  | "hair"
  | "strand"
  | "cloth"
  | "cloth-shade"
  | "trim"
  | "hat"
  | "hat-shade";

export interface Shape {
  d: string;
  fill?: Colour | Role;
  /** The colour of its outline; without a fill it is a line. */
  line?: Colour | Role;
  width?: number;
  opacity?: number;
  /** Drawn once more on the other side of the face. */
  both?: boolean;
}

const round = (n: number) => Math.round(n * 100) / 100;

/** An oval as path data. */
export function oval(x: number, y: number, rx: number, ry = rx): string {
  const across = `${round(rx)} ${round(ry)} 0 1 0`;
  return `M${round(x - rx)} ${round(y)}a${across} ${round(2 * rx)} 0a${across} ${round(-2 * rx)} 0Z`;
}

export const fill = (colour: Colour | Role, d: string, more: Partial<Shape> = {}): Shape => ({
  d,
  fill: colour,
  ...more,
});

export const line = (
  colour: Colour | Role,
  width: number,
  d: string,
  more: Partial<Shape> = {},
): Shape => ({ d, line: colour, width, ...more });

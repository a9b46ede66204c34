/** Flat shapes that portraits consist of, in a 120 by 120 box with the nose at 60. */

/** Fixed colours; the design tokens are `--face-…`. */
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

/** Colours that depend on the look. */
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
  /** Stroke colour; a shape without a fill is a line. */
  line?: Colour | Role;
  width?: number;
  opacity?: number;
  /** Whether the shape is drawn again on the other side of the face. */
  mirrored?: boolean;
}

const round = (n: number) => Math.round(n * 100) / 100;

/** Return the path data of an oval. */
export function oval(x: number, y: number, rx: number, ry = rx): string {
  const arc = `${round(rx)} ${round(ry)} 0 1 0`;
  return `M${round(x - rx)} ${round(y)}a${arc} ${round(2 * rx)} 0a${arc} ${round(-2 * rx)} 0Z`;
}

/** Return a filled shape. */
export const fill = (colour: Colour | Role, d: string, more: Partial<Shape> = {}): Shape => ({
  d,
  fill: colour,
  ...more,
});

/** Return a line. */
export const line = (
  colour: Colour | Role,
  width: number,
  d: string,
  more: Partial<Shape> = {},
): Shape => ({ d, line: colour, width, ...more });

/**
 * The positions of the signs on a numeral card. Acorns and leaves grow in pairs on a twig, an odd
 * one at its top; hearts and bells are in rows.
 */
import type { Suit } from "../src/cards/cards";
import { DEEP_BROWN, DEEP_GREEN, line } from "./paint.ts";

/** Draw the card's suit sign with a centre, size and rotation. */
export type Place = (x: number, y: number, size: number, turned?: number) => string;

const MIDDLE = 125;

/** The distances from the middle, at both sides and between them. */
const ROWS: Record<number, [sides: number[], between: number[]]> = {
  2: [[], [-70, 70]],
  3: [[], [-105, 0, 105]],
  4: [[-75, 75], []],
  5: [[-90, 90], [0]],
  6: [[-105, 0, 105], []],
  7: [[-110, 0, 110], [-55]],
  8: [
    [-110, 0, 110],
    [-55, 55],
  ],
  9: [[-120, -40, 40, 120], [0]],
  10: [
    [-120, -40, 40, 120],
    [-80, 80],
  ],
};

function rows(n: number, place: Place, suit: Suit): string {
  const size = (n > 8 ? 52 : n > 6 ? 58 : 62) * (suit === "D" ? 1.1 : 1);
  const [sides, between] = ROWS[n] ?? [[], []];
  return [
    ...sides.flatMap((y) => [place(MIDDLE - 48, 175 + y, size), place(MIDDLE + 48, 175 + y, size)]),
    ...between.map((y) => place(MIDDLE, 175 + y, size)),
  ].join("");
}

/** The distance between the pairs on a twig, by their number. */
const STEP = [0, 110, 110, 88, 72, 58];

function twig(n: number, place: Place, suit: Suit): string {
  const pairs = Math.floor(n / 2);
  const odd = n % 2 === 1;
  const step = STEP[pairs + (odd ? 1 : 0)] ?? 110;
  const size = Math.min(66, step * 0.92);
  const height = (pairs - 1 + (odd ? 1 : 0)) * step;
  const top = 175 - height / 2 - 6;
  const signs: string[] = [];
  const twigs: string[] = [];
  const reach = 30 + size * 0.3;
  if (odd) signs.push(place(MIDDLE, top - size * 0.1, size));
  for (let i = 0; i < pairs; i++) {
    const y = top + (i + (odd ? 1 : 0)) * step;
    const fork = y + size * 0.62;
    for (const side of [-1, 1]) {
      signs.push(place(MIDDLE + side * reach, y, size, side * 32));
      const bend = `${MIDDLE} ${fork - size * 0.2} ${MIDDLE + side * reach * 0.3} ${y + size * 0.45}`;
      const end = `${MIDDLE + side * (reach - size * 0.28)} ${y + size * 0.41}`;
      twigs.push(`M${MIDDLE} ${fork}C${bend} ${end}`);
    }
  }
  const foot = Math.min(332, top + height + size * 0.62 + 34);
  const head = odd ? top + size * 0.3 : top + size * 0.62;
  const bend = (foot - head) / 4;
  const stem = `M${MIDDLE - 5} ${foot}C${MIDDLE + 4} ${foot - bend} ${MIDDLE - 5} ${head + 2 * bend} ${MIDDLE} ${head}`;
  const colour = suit === "C" ? DEEP_BROWN : DEEP_GREEN;
  return line(stem + twigs.join(""), 5.5, colour) + signs.join("");
}

export const numeral = (n: number, suit: Suit, place: Place): string =>
  suit === "C" || suit === "S" ? twig(n, place, suit) : rows(n, place, suit);

/** The ace of the German pack is the deuce: two large signs, and a ribbon between them. */
import type { Suit } from "../src/cards/cards";
import type { Place } from "./numerals.ts";
import {
  DEEP_BROWN,
  DEEP_GREEN,
  DEEP_RED,
  OCHRE,
  RED,
  YELLOW,
  group,
  line,
  shape,
} from "./paint.ts";

const TAIL = "M72 198L42 206L52 189L40 172L72 170Z";

const ribbon = (fill: string, under: string) =>
  shape(TAIL, under) +
  group("rotate(180 125 175)", shape(TAIL, under)) +
  shape(
    "M62 176C84 150 106 160 125 164C146 168 166 170 188 146V174C166 200 144 190 125 186C104 182 84 180 62 204Z",
    fill,
  ) +
  line("M69 178C88 161 106 167 125 171C144 175 164 176 181 160", 2, YELLOW) +
  line("M69 190C86 174 106 175 125 179C144 183 164 189 181 172", 2, YELLOW);

const RIBBON: Record<Suit, [fill: string, under: string]> = {
  C: [RED, DEEP_RED],
  S: [RED, DEEP_RED],
  H: [OCHRE, DEEP_BROWN],
  D: [RED, DEEP_RED],
};

const STALK: Partial<Record<Suit, string>> = { C: DEEP_BROWN, S: DEEP_GREEN };

export function deuce(suit: Suit, place: Place): string {
  const stalk = STALK[suit];
  return (
    (stalk ? line("M129 146C136 160 114 190 121 204", 8, stalk) : "") +
    place(125, 90, 116) +
    place(125, 260, 116, 180) +
    ribbon(...RIBBON[suit])
  );
}

/**
 * The letters of court cards as strokes in a square of 1000 around the origin. J, Q and K are from
 * the CC0 art by Adrian Kennard, the others are drawn to match.
 */
import { find } from "../i18n";
import type { CardSet } from "../storage/settings.svelte";
import type { Suit } from "./cards";

const PATHS: Record<string, string> = {
  J: "M50-460H250M150-460V250A100 100 0 0 1-250 250V220",
  Q: "M-260 100C40 100-40 460 260 460M-175 0V-285A175 175 0 0 1 175-285V285A175 175 0 0 1-175 285Z",
  K: "M-285-460H-85M-185-460V460M-285 460H-85M85-460H285M185-440-170 155M85 460H285M185 440-10-70",
  B: "M-285-460H30A215 215 0 0 1 30-30H-185M30-30A245 245 0 0 1 30 460H-285M-185-460V460",
  D: "M-285-460H-40A300 300 0 0 1 260-160V160A300 300 0 0 1-40 460H-285M-185-460V460",
  V: "M-270-460H-110M-200-450 0 460 200-450M110-460H270",
  H: "M-285-460H-85M-185-460V460M-285 460H-85M85-460H285M185-460V460M85 460H285M-185 0H185",
};

/** Return the path of a letter. */
export function letterPath(letter: string): string {
  const path = find(PATHS, letter);
  if (path === undefined) throw new Error(`no drawing of the letter ${letter}`);
  return path;
}

const FOUR_COLOURS = { C: "green", S: "black", H: "red", D: "blue" } as const;
const TWO_COLOURS = { C: "black", S: "black", H: "red", D: "red" } as const;

/** Return the colour of a suit in a French pack. */
export const suitColour = (suit: Suit, pack: CardSet): string =>
  `var(--suit-${(pack === "four-colour" ? FOUR_COLOURS : TWO_COLOURS)[suit]})`;

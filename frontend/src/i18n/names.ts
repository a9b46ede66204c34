/** Names as their owners have them, wherever they stand. */

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATES = /[\u2068\u2069]/g;

/** A name for a sentence: one from right to left turns no words around it. */
export const isolateName = (name: string): string =>
  RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;

const SHORT = 16;
const letters = new Intl.Segmenter();

/** The beginning of a long name, where little room is left for it. */
export function shortenName(name: string): string {
  const all = Array.from(letters.segment(name), ({ segment }) => segment);
  return all.length <= SHORT
    ? name
    : `${all
        .slice(0, SHORT - 1)
        .join("")
        .trimEnd()}…`;
}

/** The name itself. */
export const plainName = (name: string): string => name.replace(ISOLATES, "");

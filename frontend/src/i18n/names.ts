/** Names of players, isolated and shortened for sentences. */

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATES = /[\u2068\u2069]/g;

/** Isolate a right-to-left name, so that it does not reorder the words around it. */
export const isolateName = (name: string): string =>
  RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;

const MAX_LENGTH = 16;
const graphemes = new Intl.Segmenter();

export function shortenName(name: string): string {
  const all = Array.from(graphemes.segment(name), ({ segment }) => segment);
  return all.length <= MAX_LENGTH
    ? name
    : `${all
        .slice(0, MAX_LENGTH - 1)
        .join("")
        .trimEnd()}…`;
}

/** Return a name without isolation. */
export const plainName = (name: string): string => name.replace(ISOLATES, "");

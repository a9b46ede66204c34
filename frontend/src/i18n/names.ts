/** Names of players, isolated and shortened for sentences. */

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Characters that embed, override, isolate, or end that; within a name they reach beyond it. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Return a name without isolation, and without characters that reorder other text. */
export const plainName = (name: string): string => name.replace(CONTROLS, "");

/** Isolate a right-to-left name, so that it does not reorder the words around it. */
export function isolateName(name: string): string {
  const plain = plainName(name);
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}

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

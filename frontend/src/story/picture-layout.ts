/** Contents of a match's picture, and the line breaks of its texts. */

export interface PictureRow {
  seat: number;
  place: number;
  name: string;
  score: string;
}

export interface PictureContent {
  title: string;
  /** The variant and the date. */
  subtitle: string;
  headline: string;
  winners: readonly number[];
  rows: readonly PictureRow[];
  facts: readonly string[];
  /** Address of the site, without its scheme. */
  address: string;
}

/** Break a text into lines that are at most `width` wide; a longer word has a line of its own. */
export function breakLines(
  text: string,
  width: number,
  measure: (text: string) => number,
): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || measure(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** Shorten a text that is wider than `width`, with an ellipsis. */
export function fitText(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const letters = Array.from(text);
  while (letters.length > 1 && measure(`${letters.join("").trimEnd()}…`) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** Return a file name without characters that file systems refuse. */
export const pictureName = (variant: string, date: string): string =>
  `${`${variant} ${date}`
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .toLowerCase()}.png`;

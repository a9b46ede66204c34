/** Search by words, as people type them, over whatever has a title. */
import { t } from "../i18n";

/** What can be found. */
export interface Findable {
  title: string;
  line: string;
  /** Other words that people use for it. */
  words?: string;
  /** Whether it is a number, so that numbers beside other words ("five lives") always fit. */
  counts?: boolean;
}

/** Return a text's words in lower case, without accents. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Return how well a word fits: at the start of a word of the title, inside one, ... */
function fit(word: string, title: readonly string[], line: readonly string[]): number {
  if (title.some((one) => one.startsWith(word))) return 4;
  if (title.some((one) => one.includes(word))) return 3;
  if (line.some((one) => one.startsWith(word))) return 2;
  return line.some((one) => one.includes(word)) ? 1 : 0;
}

/** Return what fits every word of a query, the best first. */
export function search<T extends Findable>(all: readonly T[], query: string): T[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const numbers = wordsOf(t.search.numbers);
  const others = words.filter((word) => !/^\d+$/.test(word) && !numbers.includes(word));
  return all
    .map((item) => {
      const title = wordsOf(item.title);
      const line = wordsOf(`${item.line} ${item.words ?? ""}`);
      const sought = item.counts && others.length > 0 ? others : words;
      return { item, score: Math.min(...sought.map((word) => fit(word, title, line))) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

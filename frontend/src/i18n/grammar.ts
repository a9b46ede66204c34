/** Parts of sentences in every language. */
import { settings } from "../settings/settings.svelte";

/** The name of a player in a sentence; the reader is "you". */
export interface PlayerName {
  name: string;
  you: boolean;
}

/** The name of each language, in that language. */
export const OWN_NAMES = { en: "English", de: "Deutsch", nl: "Nederlands" } as const;

/** Return "1 card" or "3 cards". */
export const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** Return the French or the German name of a suit or rank, by the reader's pack. */
export const byPack = <T>(french: T, german: T): T =>
  settings.cards === "german" ? german : french;

/** What sentences in every language are made of. */
import { settings } from "../settings/settings.svelte";

/** Somebody at the table; sentences about the reader say "you". */
export interface PlayerName {
  name: string;
  you: boolean;
}

/** Each language calls itself by its own name. */
export const OWN_NAMES = { en: "English", de: "Deutsch", nl: "Nederlands" } as const;

/** "1 card", "3 cards". */
export const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** Suits and ranks are called what they are called in the reader's pack. */

export const byPack = <T>(french: T, german: T): T =>
  settings.cards === "german" ? german : french;

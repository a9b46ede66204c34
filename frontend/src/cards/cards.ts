/** Cards by name: rank, then suit ("TC" is the ten of clubs). */
import type { Card } from "../api/wire";
import { t } from "../i18n";
import { settings, type Settings } from "../storage/settings.svelte";

export const SUITS = ["C", "S", "H", "D"] as const;
export type Suit = (typeof SUITS)[number];
export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"] as const;
export type Rank = (typeof RANKS)[number];

export const isSuit = (text: string): text is Suit => (SUITS as readonly string[]).includes(text);
export const isRank = (text: string): text is Rank => (RANKS as readonly string[]).includes(text);

export function suitOf(card: Card): Suit {
  const suit = card.slice(-1);
  if (!isSuit(suit)) throw new Error(`invalid card: ${card}`);
  return suit;
}

export function rankOf(card: Card): Rank {
  const rank = card.slice(0, -1);
  if (!isRank(rank)) throw new Error(`invalid card: ${card}`);
  return rank;
}

export const COURTS = ["J", "Q", "K"] as const;
export type Court = (typeof COURTS)[number];

export const isCourt = (rank: Rank): rank is Court => COURTS.some((court) => court === rank);

const LETTERS: Record<Exclude<Settings["letters"], "usual">, Record<Court, string>> = {
  JQK: { J: "J", Q: "Q", K: "K" },
  KDB: { J: "B", Q: "D", K: "K" },
  HVB: { J: "B", Q: "V", K: "H" },
};

/** Return the letter in the corners of a French court card, by the settings and the language. */
export const courtLetter = (court: Court): string =>
  (settings.letters === "usual" ? t.courtLetters : LETTERS[settings.letters])[court];

const GERMAN_LETTERS: Record<Court, string> = { J: "U", Q: "O", K: "K" };

/** Return a rank as printed on the cards of the reader's pack: O and U for ober and unter. */
export function rankLabel(rank: Rank): string {
  if (rank === "T") return "10";
  if (!isCourt(rank)) return rank;
  return settings.cards === "german" ? GERMAN_LETTERS[rank] : courtLetter(rank);
}

/** Split "AC KC 7D" into cards. */
export const parseCards = (text: string): Card[] => text.split(" ").filter((card) => card !== "");

/** Format a value or points: 30.5 is 30½, and a negative number has a minus sign, not a hyphen. */
export function formatValue(value: number): string {
  const size = Math.abs(value);
  return `${value < 0 ? "−" : ""}${Math.trunc(size)}${Number.isInteger(size) ? "" : "½"}`;
}

/**
 * Return the cards of `now` in the order of `before`: a new card takes the place of one that is
 * gone. A completely new hand or table keeps its own order.
 */
export function keepPositions(before: readonly Card[], now: readonly Card[]): Card[] {
  const added = now.filter((card) => !before.includes(card));
  if (before.length !== now.length || added.length === now.length) return [...now];
  return before.map((card) => (now.includes(card) ? card : (added.shift() ?? card)));
}

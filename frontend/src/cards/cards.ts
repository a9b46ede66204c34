/** Reading a card's name: rank then suit, "TC" is the ten of clubs. */
import type { Card } from "../api/wire";
import { settings } from "../settings/settings.svelte";

export const SUITS = ["C", "S", "H", "D"] as const;
export type Suit = (typeof SUITS)[number];
export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"] as const;
export type Rank = (typeof RANKS)[number];

export const isSuit = (text: string): text is Suit => (SUITS as readonly string[]).includes(text);
export const isRank = (text: string): text is Rank => (RANKS as readonly string[]).includes(text);

export function suitOf(card: Card): Suit {
  const suit = card.slice(-1);
  if (!isSuit(suit)) throw new Error(`no card: ${card}`);
  return suit;
}

export function rankOf(card: Card): Rank {
  const rank = card.slice(0, -1);
  if (!isRank(rank)) throw new Error(`no card: ${card}`);
  return rank;
}

const corners: Partial<Record<Rank, string>> = { T: "10" };
const germanCorners: Partial<Record<Rank, string>> = { T: "10", Q: "O", J: "U" };

/** The corner of a card as the reader's pack has it: ober and unter are O and U. */
export const rankLabel = (rank: Rank): string =>
  (settings.cards === "german" ? germanCorners : corners)[rank] ?? rank;

/** "AC KC 7D" as cards. */
export const parseCards = (text: string): Card[] => text.split(" ").filter((card) => card !== "");

/** A value or points as players write them: 30.5 is 30½, and a minus is no hyphen. */
export function formatValue(value: number): string {
  const size = Math.abs(value);
  return `${value < 0 ? "−" : ""}${Math.trunc(size)}${Number.isInteger(size) ? "" : "½"}`;
}

/** Cards lie where they lie: one that comes takes the place of one that went. */

/** The cards of now in places that those of before keep; a new hand or table in its own order. */
export function keepPositions(before: readonly Card[], now: readonly Card[]): Card[] {
  const coming = now.filter((card) => !before.includes(card));
  if (before.length !== now.length || coming.length === now.length) return [...now];
  return before.map((card) => (now.includes(card) ? card : (coming.shift() ?? card)));
}

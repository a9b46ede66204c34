/** Names of cards, by the reader's pack. */
import type { Catalogue } from "../i18n";
import { settings } from "../storage/settings.svelte";
import { formatValue, isSuit, rankOf, suitOf, type Rank, type Suit } from "./cards";

const pack = () => (settings.cards === "german" ? "german" : "french");

export const suitName = (suit: Suit, t: Catalogue): string => t.suits[pack()][suit];

const rankName = (rank: Rank, t: Catalogue): string => t.ranks[pack()][rank];

/** Return the name of a card, such as "queen of clubs". */
export const cardName = (card: string, t: Catalogue): string =>
  t.card({ rank: rankName(rankOf(card), t), suit: suitName(suitOf(card), t) });

/** Return a value in words: "20 in clubs", or "30½, cards of one rank" if no suit counts. */
export function handValueText(value: number, suit: string | null, t: Catalogue): string {
  const formatted = formatValue(value);
  return suit !== null && isSuit(suit)
    ? t.value({ value: formatted, suit: suitName(suit, t) })
    : t.valueOfRank({ value: formatted });
}

/** Return the name of the best hand of one suit. */
export const bestHandName = (handSize: number) => (handSize === 4 ? "41" : "31");

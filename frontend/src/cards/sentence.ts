/**
 * Sentences with cards, which are written [9D]: the page draws them, `spokenText` names them for a
 * screen reader. A bracket in a player's name is replaced, so that no name is mistaken for a card.
 */
import type { Card } from "../api/wire";
import type { Catalogue } from "../i18n";
import { cardName } from "./card-names";
import { isRank, isSuit } from "./cards";

const BRACKET = "\uE000"; // of a private use area: stands for a "[" that opens no card

/** Return a name that is safe in a sentence with cards. */
export const withoutCards = (name: string): string => name.replaceAll("[", BRACKET);

export type TextPart = { text: string } | { card: Card };

/** Split a sentence into plain text and cards. */
export function splitCards(sentence: string): TextPart[] {
  return sentence
    .split(/(\[[^\]]+\])/)
    .filter((part) => part !== "")
    .map((part) => {
      const card = part.slice(1, -1);
      const isCard = part.startsWith("[") && isRank(card.slice(0, -1)) && isSuit(card.slice(-1));
      return isCard ? { card } : { text: part.replaceAll(BRACKET, "[") };
    });
}

/** Return a sentence for a screen reader, with cards by their names. */
export function spokenText(sentence: string, t: Catalogue): string {
  return splitCards(sentence.replaceAll("] [", "], ["))
    .map((part) => ("card" in part ? cardName(part.card, t) : part.text))
    .join("");
}

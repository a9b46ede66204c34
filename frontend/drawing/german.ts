/** German-suited card faces of our own: a picture of 250 by 350 for each card. */
import type { Suit } from "../src/cards/cards";
import { letter } from "./corners.ts";
import { court } from "./courts.ts";
import { deuce } from "./deuce.ts";
import { numeral, type Place } from "./numerals.ts";
import { INK, group } from "./paint.ts";
import { LETTER, SIGNS } from "./signs.ts";

const round = (value: number) => Math.round(value * 100) / 100;

const place: Place = (x, y, size, turned = 0) => {
  const turn = turned ? ` rotate(${turned})` : "";
  return `<use href="#s" transform="translate(${round(x)} ${round(y)})${turn} scale(${size / 100})"/>`;
};

const isSuit = (text: string): text is Suit => /^[CSHD]$/.test(text);

const middle = (rank: string, suit: Suit): string => {
  if (rank === "A") return deuce(suit, place);
  if (/[JQK]/.test(rank)) return court(rank, suit, place);
  return numeral(rank === "T" ? 10 : Number(rank), suit, place);
};

/** Draw a card; `large` corners are legible on a phone. */
export function germanFace(card: string, large: boolean): string {
  const [rank = "", suit = ""] = card;
  if (!isSuit(suit)) throw new Error(`invalid card: ${card}`);
  const scale = large ? 1.15 : 0.75;
  const edge = large ? 9 : 12;
  const narrow = rank === "T" ? 0.72 : 1;
  const corner =
    group(`translate(${edge} 12) scale(${narrow * scale} ${scale})`, letter(rank, LETTER[suit])) +
    place(edge + 15 * scale, 12 + 70 * scale, 36 * scale);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 350">` +
    `<defs><g id="s">${SIGNS[suit]}</g></defs>` +
    `<g stroke="${INK}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">` +
    middle(rank, suit) +
    corner +
    group("rotate(180 125 175)", corner) +
    `</g></svg>`
  );
}

/**
 * What happened, in words. Cards inside a sentence are written [9D]: the page draws them,
 * `spoken` names them for a screen reader. A bracket that belongs to somebody's name is written
 * otherwise, so that nobody is taken for a card.
 */
import type { Card, Happening, TableEvent } from "../api/wire";
import { isRank, isSuit, rankOf, suitOf } from "../cards/cards";
import { find, type Catalogue, type Who } from "../i18n";
import { personWords } from "../people/news";
import { loserWords, type RuledSetting } from "./outcome";

/** What sentences need to know of their table. */
export interface Setting {
  whoIs: (seat: number) => Who;
  /** What the best hand of one suit is called: "31", with four cards "41". */
  best: string;
}

export const bestOf = (handSize: number) => (handSize === 4 ? "41" : "31");

const BRACKET = "\uE000"; // of a private use area: stands for a "[" that opens no card

/** The same people, their names fit for a sentence with cards. */
const named = (at: Setting): Setting => ({
  best: at.best,
  whoIs: (seat) => {
    const { name, you } = at.whoIs(seat);
    return { name: name.replaceAll("[", BRACKET), you };
  },
});

const drawn = (cards: Card[]) => cards.map((card) => `[${card}]`).join(" ");

export function cardName(card: Card, t: Catalogue): string {
  return t.card(rankOf(card), suitOf(card));
}

export type Part = { text: string } | { card: Card };

/** A sentence cut into plain text and cards. */
export function partsOf(sentence: string): Part[] {
  return sentence
    .split(/(\[[^\]]+\])/)
    .filter((part) => part !== "")
    .map((part) => {
      const card = part.slice(1, -1);
      const isCard = part.startsWith("[") && isRank(card.slice(0, -1)) && isSuit(card.slice(-1));
      return isCard ? { card } : { text: part.replaceAll(BRACKET, "[") };
    });
}

export function spoken(sentence: string, t: Catalogue): string {
  return partsOf(sentence.replaceAll("] [", "], ["))
    .map((part) => ("card" in part ? cardName(part.card, t) : part.text))
    .join("");
}

export function endWords(
  end: string,
  by: number | null,
  { whoIs, best }: Setting,
  t: Catalogue,
): string | null {
  const entry = find<string | ((who: Who | null, best: string) => string)>(t.end, end);
  if (entry === undefined) return null;
  return typeof entry === "string" ? entry : entry(by === null ? null : whoIs(by), best);
}

function newTable(reason: string | null, cards: string, t: Catalogue): string {
  if (reason === "all_pass") return t.happened.allPassed(cards);
  if (reason === "seven_eight_nine") return t.happened.sevenEightNine(cards);
  return t.happened.newTable(cards);
}

function shown(who: Who, { reason, cards }: Happening, best: string, t: Catalogue): string {
  if (reason === "31") return t.happened.shownBest(who, best, drawn(cards));
  if (reason === "fire") return t.happened.shownFire(who, drawn(cards));
  return t.happened.shown(who, drawn(cards));
}

function exchanged(h: Happening, who: Who, t: Catalogue): string {
  const words = h.given.length > 1 ? t.happened.all : t.happened.exchange;
  return words(who, drawn(h.given), drawn(h.taken), h.closes);
}

/** Null for a kind this page does not know. */
export function happeningWords(h: Happening, table: Setting, t: Catalogue): string | null {
  const at = named(table);
  if (h.kind === "table") return newTable(h.reason, drawn(h.cards), t);
  if (h.kind === "recycled") return t.happened.recycled;
  if (h.kind === "stays") return t.happened.stays;
  if (h.kind === "end") return t.happened.end(endWords(h.reason ?? "", h.seat, at, t) ?? "");
  if (h.seat === null) return null;
  const who = at.whoIs(h.seat);
  const turnedUp = h.cards.length > 0 ? ` ${t.happened.tableIs(drawn(h.cards))}` : "";
  switch (h.kind) {
    case "dealt":
      return t.happened.dealt(who) + turnedUp;
    case "choice":
      return (h.action === "take" ? t.happened.took(who) : t.happened.kept(who)) + turnedUp;
    case "exchange":
      return exchanged(h, who, t);
    case "pass":
      return t.happened.pass(who);
    case "close":
      return t.happened.close(who);
    case "renew":
      return t.happened.renew(who);
    case "shown":
      return shown(who, h, at.best, t);
    default:
      return null;
  }
}

const MOVES = new Set(["choice", "exchange", "pass", "close", "renew"]);

export const isMove = ({ kind }: Happening) => MOVES.has(kind);

/** The latest move of a seat in this round. */
export function lastMove(history: readonly Happening[], seat: number): Happening | null {
  return history.findLast((h) => h.seat === seat && isMove(h)) ?? null;
}

/** A move in the two or three words that fit under a name; cards again in brackets. */
export function shortWords(h: Happening, t: Catalogue): string {
  if (h.kind === "exchange")
    return h.given.length > 1 ? t.short.all : `${drawn(h.given)} → ${drawn(h.taken)}`;
  if (h.kind === "choice") return h.action === "take" ? t.short.take : t.short.keep;
  return find(t.short, h.kind) ?? "";
}

export interface Line {
  words: string;
  /** The number of the rule behind it: "R9"; null: it is about the people, not about the game. */
  rule: string | null;
}

export interface RoundWords {
  lines: Line[];
  /** Who lost what, once the round is over. */
  losers: string[];
}

/** The words of one round, from its events. */
export function roundWords(
  events: readonly TableEvent[],
  at: RuledSetting,
  t: Catalogue,
): RoundWords {
  return {
    lines: events.flatMap((event) => {
      const about = event.type === "ready" ? null : personWords(event, named(at), t);
      return [
        ...(about === null ? [] : [{ words: about, rule: null }]),
        ...event.happenings.flatMap((happening) => {
          const words = happeningWords(happening, at, t);
          return words === null ? [] : [{ words, rule: happening.rule }];
        }),
      ];
    }),
    losers: events.flatMap(({ result }) => (result ? loserWords(result, at, t) : [])),
  };
}

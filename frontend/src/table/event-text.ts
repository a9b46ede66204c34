/**
 * What happened, in words. Cards inside a sentence are written [9D]: the page draws them,
 * `spoken` names them for a screen reader. A bracket that belongs to somebody's name is written
 * otherwise, so that nobody is taken for a card.
 */
import type { Card, RoundEvent, TableEvent } from "../api/wire";
import { isRank, isSuit, rankOf, suitOf } from "../cards/cards";
import { find, type Catalogue, type PlayerName } from "../i18n";
import { personEventText } from "./announcements";
import { loserTexts, type RulesTextContext } from "./showdown/round-outcome";

/** What sentences need to know of their table. */
export interface TextContext {
  playerName: (seat: number) => PlayerName;
  /** What the best hand of one suit is called: "31", with four cards "41". */
  best: string;
}

export const bestHandName = (handSize: number) => (handSize === 4 ? "41" : "31");

const BRACKET = "\uE000"; // of a private use area: stands for a "[" that opens no card

/** The same people, their names fit for a sentence with cards. */
const named = (at: TextContext): TextContext => ({
  best: at.best,
  playerName: (seat) => {
    const { name, you } = at.playerName(seat);
    return { name: name.replaceAll("[", BRACKET), you };
  },
});

const drawn = (cards: Card[]) => cards.map((card) => `[${card}]`).join(" ");

export function cardName(card: Card, t: Catalogue): string {
  return t.card(rankOf(card), suitOf(card));
}

export type TextPart = { text: string } | { card: Card };

/** A sentence cut into plain text and cards. */
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

export function spokenText(sentence: string, t: Catalogue): string {
  return splitCards(sentence.replaceAll("] [", "], ["))
    .map((part) => ("card" in part ? cardName(part.card, t) : part.text))
    .join("");
}

export function roundEndText(
  end: string,
  by: number | null,
  { playerName, best }: TextContext,
  t: Catalogue,
): string | null {
  const entry = find<string | ((who: PlayerName | null, best: string) => string)>(t.end, end);
  if (entry === undefined) return null;
  return typeof entry === "string" ? entry : entry(by === null ? null : playerName(by), best);
}

function newTable(reason: string | null, cards: string, t: Catalogue): string {
  if (reason === "all_pass") return t.happened.allPassed(cards);
  if (reason === "seven_eight_nine") return t.happened.sevenEightNine(cards);
  return t.happened.newTable(cards);
}

function shown(who: PlayerName, { reason, cards }: RoundEvent, best: string, t: Catalogue): string {
  if (reason === "31") return t.happened.shownBest(who, best, drawn(cards));
  if (reason === "fire") return t.happened.shownFire(who, drawn(cards));
  return t.happened.shown(who, drawn(cards));
}

function exchanged(h: RoundEvent, who: PlayerName, t: Catalogue): string {
  const words = h.given.length > 1 ? t.happened.all : t.happened.exchange;
  return words(who, drawn(h.given), drawn(h.taken), h.closes);
}

/** Null for a kind this page does not know. */
export function happeningText(h: RoundEvent, table: TextContext, t: Catalogue): string | null {
  const at = named(table);
  if (h.kind === "table") return newTable(h.reason, drawn(h.cards), t);
  if (h.kind === "recycled") return t.happened.recycled;
  if (h.kind === "stays") return t.happened.stays;
  if (h.kind === "end") return t.happened.end(roundEndText(h.reason ?? "", h.seat, at, t) ?? "");
  if (h.seat === null) return null;
  const who = at.playerName(h.seat);
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

export const isMove = ({ kind }: RoundEvent) => MOVES.has(kind);

/** The latest move of a seat in this round. */
export function lastMove(history: readonly RoundEvent[], seat: number): RoundEvent | null {
  return history.findLast((h) => h.seat === seat && isMove(h)) ?? null;
}

/** A move in the two or three words that fit under a name; cards again in brackets. */
export function shortMoveText(h: RoundEvent, t: Catalogue): string {
  if (h.kind === "exchange")
    return h.given.length > 1 ? t.short.all : `${drawn(h.given)} → ${drawn(h.taken)}`;
  if (h.kind === "choice") return h.action === "take" ? t.short.take : t.short.keep;
  return find(t.short, h.kind) ?? "";
}

export interface HistoryLine {
  words: string;
  /** The number of the rule behind it: "R9"; null: it is about the people, not about the game. */
  rule: string | null;
}

export interface RoundText {
  lines: HistoryLine[];
  /** Who lost what, once the round is over. */
  losers: string[];
}

/** The words of one round, from its events. */
export function roundText(
  events: readonly TableEvent[],
  at: RulesTextContext,
  t: Catalogue,
): RoundText {
  return {
    lines: events.flatMap((event) => {
      const about = event.type === "ready" ? null : personEventText(event, named(at), t);
      return [
        ...(about === null ? [] : [{ words: about, rule: null }]),
        ...event.happenings.flatMap((happening) => {
          const words = happeningText(happening, at, t);
          return words === null ? [] : [{ words, rule: happening.rule }];
        }),
      ];
    }),
    losers: events.flatMap(({ result }) => (result ? loserTexts(result, at, t) : [])),
  };
}

/** Sentences about the events of a match. Cards in a sentence are written [9D]. */
import type { Card, RoundEvent, TableEvent } from "../api/wire";
import { withoutCards } from "../cards/sentence";
import { find, type Catalogue, type PlayerName } from "../i18n";
import { loserTexts } from "./round-outcome";
import type { RulesTextContext, TextContext } from "./text-context";

/** Return the context with names that are safe in a sentence with cards. */
const withSafeNames = (at: TextContext): TextContext => ({
  best: at.best,
  playerName: (seat) => {
    const { name, you } = at.playerName(seat);
    return { name: withoutCards(name), you };
  },
});

const cardList = (cards: Card[]) => cards.map((card) => `[${card}]`).join(" ");

/** Return a sentence about the end of a round, or null for an unknown end. */
export function roundEndText(
  end: string,
  by: number | null,
  { playerName, best }: TextContext,
  t: Catalogue,
): string | null {
  const player = by === null ? null : playerName(by);
  const named = player && find(t.end.by, end);
  if (named) return named({ ...player, best });
  const text = find(t.end.without, end);
  return typeof text === "function" ? text({ best }) : (text ?? null);
}

function newTableText(reason: string | null, cards: string, t: Catalogue): string {
  if (reason === "all_pass") return t.happened.allPassed({ cards });
  if (reason === "seven_eight_nine") return t.happened.sevenEightNine({ cards });
  return t.happened.newTable({ cards });
}

function shownText(
  player: PlayerName,
  { reason, cards }: RoundEvent,
  best: string,
  t: Catalogue,
): string {
  if (reason === "31") return t.happened.shownBest({ ...player, best, cards: cardList(cards) });
  if (reason === "fire") return t.happened.shownFire({ ...player, cards: cardList(cards) });
  return t.happened.shown({ ...player, cards: cardList(cards) });
}

function exchangeText(h: RoundEvent, player: PlayerName, t: Catalogue): string {
  const kind = h.given.length > 1 ? "all" : "exchange";
  const text = t.happened[h.closes ? (`${kind}!` as const) : kind];
  return text({ ...player, given: cardList(h.given), taken: cardList(h.taken) });
}

/** Return a sentence about an event of a round, or null for an unknown kind. */
export function roundEventText(h: RoundEvent, table: TextContext, t: Catalogue): string | null {
  const at = withSafeNames(table);
  if (h.kind === "table") return newTableText(h.reason, cardList(h.cards), t);
  if (h.kind === "recycled") return t.happened.recycled;
  if (h.kind === "stays") return t.happened.stays;
  if (h.kind === "end")
    return t.happened.end({ how: roundEndText(h.reason ?? "", h.seat, at, t) ?? "" });
  if (h.seat === null) return null;
  const player = at.playerName(h.seat);
  const turnedUp = h.cards.length > 0 ? ` ${t.happened.tableIs({ cards: cardList(h.cards) })}` : "";
  switch (h.kind) {
    case "dealt":
      return t.happened.dealt(player) + turnedUp;
    case "choice":
      return (h.action === "take" ? t.happened.took(player) : t.happened.kept(player)) + turnedUp;
    case "exchange":
      return exchangeText(h, player, t);
    case "pass":
      return t.happened.pass(player);
    case "close":
      return t.happened.close(player);
    case "renew":
      return t.happened.renew(player);
    case "shown":
      return shownText(player, h, at.best, t);
    default:
      return null;
  }
}

const MOVES = new Set(["choice", "exchange", "pass", "close", "renew"]);

export const isMove = ({ kind }: RoundEvent) => MOVES.has(kind);

/** Return the latest move of a seat in this round. */
export function lastMove(history: readonly RoundEvent[], seat: number): RoundEvent | null {
  return history.findLast((h) => h.seat === seat && isMove(h)) ?? null;
}

/** Return a move in two or three words that fit under a name, with cards in brackets. */
export function shortMoveText(h: RoundEvent, t: Catalogue): string {
  if (h.kind === "exchange")
    return h.given.length > 1 ? t.short.all : `${cardList(h.given)} → ${cardList(h.taken)}`;
  if (h.kind === "choice") return h.action === "take" ? t.short.take : t.short.keep;
  return find(t.short, h.kind) ?? "";
}

/** Return a sentence about an event that concerns a person, or null for other events. */
export function personEventText(
  { type, seat, requested_by, reason }: TableEvent,
  at: Pick<TextContext, "playerName">,
  t: Catalogue,
): string | null {
  if (seat === null) return type === "resumed" ? t.people.resumed : null;
  const player = at.playerName(seat);
  switch (type) {
    case "joined":
      return t.people.joined(player);
    case "left":
      return requested_by === null ? t.people.left(player) : t.people.freed(player);
    case "away":
      return reason === null ? null : t.people.away[reason](player);
    case "back":
      return t.people.back(player);
    case "ready":
      return t.people.isReady(player);
    case "rematch":
      return t.people.rematch(player);
    case "changed":
      return t.people.changed(player);
    case "started":
      return t.people.started;
    default:
      return null;
  }
}

export interface HistoryLine {
  words: string;
  /** Number of the event's rule, such as "R9"; null for an event that concerns people. */
  rule: string | null;
}

export interface RoundText {
  lines: HistoryLine[];
  /** Sentences about the losers, once the round is over. */
  losers: string[];
}

/** Return the text of a round from its events. */
export function roundText(
  events: readonly TableEvent[],
  at: RulesTextContext,
  t: Catalogue,
): RoundText {
  return {
    lines: events.flatMap((event) => {
      const personal = event.type === "ready" ? null : personEventText(event, withSafeNames(at), t);
      return [
        ...(personal === null ? [] : [{ words: personal, rule: null }]),
        ...event.history.flatMap((h) => {
          const words = roundEventText(h, at, t);
          return words === null ? [] : [{ words, rule: h.rule }];
        }),
      ];
    }),
    losers: events.flatMap(({ result }) => (result ? loserTexts(result, at, t) : [])),
  };
}

/** The news of a table as whoever listens hears it: sentence by sentence, everything once. */
import type { RoundEvent, TableEvent, View, TableInfo } from "../api/wire";
import { isSuit, formatValue } from "../cards/cards";
import type { Catalogue, PlayerName } from "../i18n";
import { lossReasonTexts, lossReasons } from "./showdown/loss-reasons";
import { roundOutcome, type RulesTextContext } from "./showdown/round-outcome";
import { roundEndText, happeningText, isMove, spokenText } from "./event-text";
import { isolateName } from "../i18n/names";

export interface AnnouncementContext extends RulesTextContext {
  /** The listener's seat; null: a spectator. */
  seat: number | null;
}

/** What is asked of whoever is to move. */
export function turnText({ phase, last_turns }: View, t: Catalogue): string {
  if (phase === "choice") return t.table.yourChoice;
  if (phase === "renewed") return t.table.afterRenew;
  return last_turns ? t.table.yourLastTurn : t.table.yourTurn;
}

const sentence = (words: string) => (/[.?!]$/.test(words) ? words : `${words}.`);

function handWords({ hand, value, suit }: View, t: Catalogue): string {
  const cards = hand.map((card) => `[${card}]`).join(" ");
  const named = suit !== null && isSuit(suit) ? t.suit(suit) : null;
  const worth = value === null ? "" : ` ${t.value(formatValue(value), named)}.`;
  return `${t.table.yourHand}: ${cards}.${worth}`;
}

/** How the round ended, what it cost the listener and the others, and why. */
function resultWords(view: View, at: AnnouncementContext, t: Catalogue): string[] {
  const { result } = view;
  if (!result) return [];
  const outcome = roundOutcome(result, view.replayed, at, t);
  return [
    roundEndText(result.end, result.by, at, t) ?? "",
    ...(outcome ? [outcome.headline, ...outcome.others] : []),
    ...lossReasonTexts(lossReasons(view, at, t), at),
  ];
}

/** Whether the player has new cards, which nobody else sees. */
export const isNewHand = (h: RoundEvent, at: Pick<AnnouncementContext, "seat">): boolean =>
  h.kind === "dealt" || (h.kind === "choice" && h.action === "take" && h.seat === at.seat);

function told(
  happenings: readonly RoundEvent[],
  view: View,
  at: AnnouncementContext,
  t: Catalogue,
): string[] {
  const words = happenings
    .filter(({ kind }) => kind !== "end") // the result says so
    .map((happening) => happeningText(happening, at, t) ?? "");
  if (view.hand.length > 0 && happenings.some((h) => isNewHand(h, at)))
    words.push(handWords(view, t));
  words.push(...resultWords(view, at, t));
  if (view.over) words.push(sentence(t.over.wins(view.winners.map(at.playerName))));
  else if (at.seat !== null && view.to_act === at.seat) words.push(sentence(turnText(view, t)));
  return words.filter((line) => line !== "").map((line) => spokenText(line, t));
}

/** What just happened, or while the connection was lost. */
export const eventAnnouncements = (
  events: readonly TableEvent[],
  view: View,
  at: AnnouncementContext,
  t: Catalogue,
): string[] =>
  told(
    events.flatMap(({ happenings }) => happenings),
    view,
    at,
    t,
  );

/** For who comes to the table: what has happened in this round since a move of theirs. */
export function arrivalAnnouncements(view: View, at: AnnouncementContext, t: Catalogue): string[] {
  const own = view.history.findLastIndex(
    (h) => at.seat !== null && h.seat === at.seat && isMove(h),
  );
  return told(view.history.slice(own + 1), view, at, t);
}

/** What happens among the people at a table, as whoever listens hears it. */

interface Now {
  seat: number | null;
  info: TableInfo | null;
  playerName(seat: number): PlayerName;
}

/** One event among people, in a sentence; null: it is told elsewhere, or not at all. */
export function personEventText(
  { type, seat, asked_by, why }: TableEvent,
  at: Pick<Now, "playerName">,
  t: Catalogue,
): string | null {
  if (seat === null) return type === "resumed" ? t.people.resumed : null;
  const who = at.playerName(seat);
  switch (type) {
    case "joined":
      return t.people.joined(who);
    case "left":
      return asked_by === null ? t.people.left(who) : t.people.freed(who);
    case "away":
      return why === null ? null : t.people.away[why](who);
    case "back":
      return t.people.back(who);
    case "ready":
      return t.people.isReady(who);
    case "rematch":
      return t.people.rematch(who);
    case "changed":
      return t.people.changed(who);
    case "started":
      return t.people.started;
    default:
      return null;
  }
}

/** The same for all news; who has left is called what they were called `before`. */
export function peopleAnnouncements(
  events: readonly TableEvent[],
  before: { table: TableInfo | null; seat: number | null },
  at: Now,
  t: Catalogue,
): string[] {
  return events.flatMap((event) => {
    const gone = before.table?.seats.find(({ seat }) => seat === event.seat);
    const asBefore = event.type === "left" && gone !== undefined;
    const playerName = asBefore
      ? (seat: number) => ({ name: isolateName(gone.name), you: seat === before.seat })
      : at.playerName;
    return personEventText(event, { playerName }, t) ?? [];
  });
}

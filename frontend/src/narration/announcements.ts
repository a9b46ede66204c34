/** The sentences that a screen reader announces at a table. */
import type { RoundEvent, TableEvent, View, TableInfo } from "../api/wire";
import { handValueText } from "../cards/card-names";
import { type Catalogue, type PlayerName, playerGroup } from "../i18n";
import { lossReasonTexts, lossReasons } from "./loss-reasons";
import { roundOutcome } from "./round-outcome";
import { roundEndText, roundEventText, isMove, personEventText } from "./event-text";
import type { RulesTextContext } from "./text-context";
import { spokenText } from "../cards/sentence";
import { isolateName } from "../i18n/names";

export interface AnnouncementContext extends RulesTextContext {
  /** The seat of the listener, or null for a spectator. */
  seat: number | null;
}

/** Return the prompt for the player to move. */
export function turnText({ phase, last_turns }: View, t: Catalogue): string {
  if (phase === "choice") return t.table.yourChoice;
  if (phase === "renewed") return t.table.afterRenew;
  return last_turns ? t.table.yourLastTurn : t.table.yourTurn;
}

const sentence = (words: string) => (/[.?!]$/.test(words) ? words : `${words}.`);

function handText({ hand, value, suit }: View, t: Catalogue): string {
  const cards = hand.map((card) => `[${card}]`).join(" ");
  const total = value === null ? "" : ` ${handValueText(value, suit, t)}.`;
  return `${t.table.yourHand}: ${cards}.${total}`;
}

/** Return sentences about the end of a round and its losers, with the reasons. */
function resultTexts(view: View, at: AnnouncementContext, t: Catalogue): string[] {
  const { result } = view;
  if (!result) return [];
  const outcome = roundOutcome(result, view.replayed, at, t);
  return [
    roundEndText(result.end, result.by, at, t) ?? "",
    ...(outcome ? [outcome.headline, ...outcome.others] : []),
    ...lossReasonTexts(lossReasons(view, at, t), at),
  ];
}

/** Return whether an event gives the player a new hand. */
export const isNewHand = (event: RoundEvent, at: Pick<AnnouncementContext, "seat">): boolean =>
  event.kind === "dealt" ||
  (event.kind === "choice" && event.action === "take" && event.seat === at.seat);

function announcements(
  events: readonly RoundEvent[],
  view: View,
  at: AnnouncementContext,
  t: Catalogue,
): string[] {
  const words = events
    .filter(({ kind }) => kind !== "end") // part of the result
    .map((event) => roundEventText(event, at, t) ?? "");
  if (view.hand.length > 0 && view.seat === at.seat && events.some((event) => isNewHand(event, at)))
    words.push(handText(view, t));
  words.push(...resultTexts(view, at, t));
  if (view.over) words.push(sentence(t.over.wins(playerGroup(view.winners.map(at.playerName), t))));
  else if (at.seat !== null && view.to_act === at.seat) words.push(sentence(turnText(view, t)));
  return words.filter((line) => line !== "").map((line) => spokenText(line, t));
}

/** Return the announcements of new events, or of those missed while disconnected. */
export const eventAnnouncements = (
  events: readonly TableEvent[],
  view: View,
  at: AnnouncementContext,
  t: Catalogue,
): string[] =>
  announcements(
    events.flatMap(({ history }) => history),
    view,
    at,
    t,
  );

/** Return the announcements for a returning player, since their own last move in this round. */
export function arrivalAnnouncements(view: View, at: AnnouncementContext, t: Catalogue): string[] {
  const own = view.history.findLastIndex(
    (event) => at.seat !== null && event.seat === at.seat && isMove(event),
  );
  return announcements(view.history.slice(own + 1), view, at, t);
}

interface PeopleContext {
  seat: number | null;
  info: TableInfo | null;
  playerName(seat: number): PlayerName;
}

/** Return the announcements about people; a player who has left is named as in `before`. */
export function peopleAnnouncements(
  events: readonly TableEvent[],
  before: { table: TableInfo | null; seat: number | null },
  at: PeopleContext,
  t: Catalogue,
): string[] {
  return events.flatMap((event) => {
    const gone = before.table?.seats.find(({ seat }) => seat === event.seat);
    const hasLeft = event.type === "left" && gone !== undefined;
    const playerName = hasLeft
      ? (seat: number) => ({ name: isolateName(gone.name), you: seat === before.seat })
      : at.playerName;
    return personEventText(event, { playerName }, t) ?? [];
  });
}

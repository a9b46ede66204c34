/** The news of a table as whoever listens hears it: sentence by sentence, everything once. */
import type { Happening, TableEvent, View } from "../api/wire";
import { isSuit, writtenValue } from "../cards/cards";
import type { Catalogue } from "../i18n";
import { reasonWords, reasonsOf } from "./losses";
import { outcomeOf, type RuledSetting } from "./outcome";
import { endWords, happeningWords, isMove, spoken } from "./words";

export interface Hearing extends RuledSetting {
  /** The listener's seat; null: a spectator. */
  seat: number | null;
}

/** What is asked of whoever is to move. */
export function turnWords({ phase, last_turns }: View, t: Catalogue): string {
  if (phase === "choice") return t.table.yourChoice;
  if (phase === "renewed") return t.table.afterRenew;
  return last_turns ? t.table.yourLastTurn : t.table.yourTurn;
}

const sentence = (words: string) => (/[.?!]$/.test(words) ? words : `${words}.`);

function handWords({ hand, value, suit }: View, t: Catalogue): string {
  const cards = hand.map((card) => `[${card}]`).join(" ");
  const named = suit !== null && isSuit(suit) ? t.suit(suit) : null;
  const worth = value === null ? "" : ` ${t.value(writtenValue(value), named)}.`;
  return `${t.table.yourHand}: ${cards}.${worth}`;
}

/** How the round ended, what it cost the listener and the others, and why. */
function resultWords(view: View, at: Hearing, t: Catalogue): string[] {
  const { result } = view;
  if (!result) return [];
  const outcome = outcomeOf(result, view.replayed, at, t);
  return [
    endWords(result.end, result.by, at, t) ?? "",
    ...(outcome ? [outcome.headline, ...outcome.others] : []),
    ...reasonWords(reasonsOf(view, at, t), at),
  ];
}

/** Whether the player has new cards, which nobody else sees. */
export const isNewHand = (h: Happening, at: Pick<Hearing, "seat">): boolean =>
  h.kind === "dealt" || (h.kind === "choice" && h.action === "take" && h.seat === at.seat);

function told(happenings: readonly Happening[], view: View, at: Hearing, t: Catalogue): string[] {
  const words = happenings
    .filter(({ kind }) => kind !== "end") // the result says so
    .map((happening) => happeningWords(happening, at, t) ?? "");
  if (view.hand.length > 0 && happenings.some((h) => isNewHand(h, at)))
    words.push(handWords(view, t));
  words.push(...resultWords(view, at, t));
  if (view.over) words.push(sentence(t.over.wins(view.winners.map(at.whoIs))));
  else if (at.seat !== null && view.to_act === at.seat) words.push(sentence(turnWords(view, t)));
  return words.filter((line) => line !== "").map((line) => spoken(line, t));
}

/** What just happened, or while the connection was lost. */
export const newsWords = (
  events: readonly TableEvent[],
  view: View,
  at: Hearing,
  t: Catalogue,
): string[] =>
  told(
    events.flatMap(({ happenings }) => happenings),
    view,
    at,
    t,
  );

/** For who comes to the table: what has happened in this round since a move of theirs. */
export function arrivalWords(view: View, at: Hearing, t: Catalogue): string[] {
  const own = view.history.findLastIndex(
    (h) => at.seat !== null && h.seat === at.seat && isMove(h),
  );
  return told(view.history.slice(own + 1), view, at, t);
}

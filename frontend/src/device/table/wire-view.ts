/** Views and events of matches as the server's messages have them (docs/wire.md), with all fields. */
import type { Match, Rules } from "schwimmen";
import { wireView } from "schwimmen/wire";
import type * as sent from "../../api/generated";
import type { PublicView, TableEvent } from "../../api/wire";
import type { ActionEvent, CreatedEvent, DealEvent } from "./log";

/**
 * Return the view of a seat, or of a spectator for null, in the parts in which messages have it: for
 * all, for the seat, and the events of the round. With `openHands` all hands lie open.
 */
export function viewParts(match: Match, seat: number | null, options?: { openHands?: boolean }) {
  const { hand, value, suit, choices, refused, history, ...view } = wireView(match, seat, options);
  return { view, own: { hand, value, suit, choices, refused }, history };
}

/** Return the rules of a table. */
export const tableRules = ({ preset, changed, options, actions }: Rules): sent.TableRules => ({
  preset,
  options: changed,
  all: options,
  actions,
});

/** What an event of a log led to: events of the round with this number, and perhaps its result. */
type Outcome = Pick<PublicView, "number" | "result"> & Pick<TableEvent, "history">;

/** Return the public form of an event of a log. */
export function tableEvent(
  { seats }: CreatedEvent,
  event: DealEvent | ActionEvent,
  { number, result, history }: Outcome,
): TableEvent {
  const { seq, at, type, seat = null } = event;
  const by = (one: number) => (seats[one]?.level === undefined ? "person" : "bot");
  return {
    seq,
    at,
    type,
    seat,
    action: event.type === "action" ? event.action : null,
    round: number,
    history,
    result,
    acted_by: event.type === "action" ? (event.acted_by ?? by(event.seat)) : null,
    reason: null,
    requested_by: null,
    rematch: null,
  };
}

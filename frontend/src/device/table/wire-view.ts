/** Views and events of matches as the server's messages have them (docs/wire.md), with all fields. */
import type { Match } from "schwimmen";
import { wireView } from "schwimmen/wire";
import type * as sent from "../../api/generated";
import type { ActionEvent, CreatedEvent, DealEvent } from "./log";

/** Parts in which messages have a view: for all, for its seat, and the events of the round. */
export type ViewParts = ReturnType<typeof viewParts>;

/** Return the view of a seat, or of a spectator for null; with `openHands` all hands lie open. */
export function viewParts(match: Match, seat: number | null, options?: { openHands?: boolean }) {
  const { hand, value, suit, choices, refused, history, ...view } = wireView(match, seat, options);
  return { view, own: { hand, value, suit, choices, refused }, history };
}

/** Return the public form of an event of a log; `known` events of the round happened before it. */
export function tableEvent(
  { seats }: CreatedEvent,
  event: DealEvent | ActionEvent,
  { view, history }: ViewParts,
  known: number,
): Required<sent.TableEvent> {
  const { seq, at, type, seat = null } = event;
  const by = (one: number) => (seats[one]?.level === undefined ? "person" : "bot");
  return {
    seq,
    at,
    type,
    seat,
    action: event.type === "action" ? event.action : null,
    round: view.number,
    history: history.slice(known),
    result: view.result,
    acted_by: event.type === "action" ? (event.acted_by ?? by(event.seat)) : null,
    reason: null,
    requested_by: null,
    rematch: null,
  };
}

/** Types of js/wire.js, from which the page has views, events and facts with all fields of messages. */
import type { Match } from "schwimmen";
import type * as sent from "../api/generated";
import type { MatchFacts, PublicView, RoundEvent } from "../api/wire";

type OwnView = Required<sent.OwnView>;

/** Return the view of a seat, or of a spectator for null; with `openHands` all hands lie open. */
export function wireView(
  match: Match,
  seat: number | null,
  options?: { openHands?: boolean },
): PublicView & OwnView & { history: RoundEvent[] };

/** Return the events of the round so far, whose number is at hand. */
export function wireHistory(match: Match): { readonly length: number; readonly all: RoundEvent[] };

/** Return the facts of a match for a seat. */
export function wireFacts(match: Match, seat: number): MatchFacts;

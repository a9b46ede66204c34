/**
 * Views and facts as the server's messages have them (docs/wire.md), with all fields; the page uses
 * them.
 */

import { WIRE } from "./match.js";

/** Return the view of a seat, or of a spectator for null; with `openHands` all hands lie open. */
export const wireView = (match, seat, { openHands = false } = {}) =>
  match[WIRE].view(seat, openHands);

/** Return the facts of a match for a seat. */
export const wireFacts = (match, seat) => match[WIRE].facts(seat);

/** Replays of rounds of a finished match on the device, as the server sends them. */
import type { Game, Match, View } from "schwimmen";
import type { Replay, SentReplayStep } from "../../api/wire";
import { checkOver, type Log, playLog, type PlayedEvent } from "./log";
import { Refusal } from "./refusal";
import { wholeEvent, wholeResult, wholeView } from "./wire-view";

/**
 * Return the replay of a round, counted from 1, of a finished match, or of an `unfinished` one if
 * its hands are not secret.
 *
 * Each change is the whole next step. Throws a `Refusal` before the end of the match and for a
 * round that was not played, and an `EngineError` for a log that the rules do not play.
 */
export function replayOf(game: Game, log: Log, round: number, { unfinished = false } = {}): Replay {
  const steps: SentReplayStep[] = [];
  let rounds = 0;
  let known = 0;
  let match: Match | undefined;
  for (const played of playLog(game, log)) {
    ({ match } = played);
    if (played.event.type === "round") rounds += 1;
    if (rounds !== round) continue;
    const view = match.openView();
    steps.push({ event: stepEvent(log, played, view, known), view: wholeView(view) });
    known = view.history.length;
  }
  if (!unfinished) checkOver(match);
  const [first, ...others] = steps;
  if (first === undefined)
    throw new Refusal("no_such_round", `the rounds of this match are 1 to ${rounds}`);
  return { round, rounds, first, changes: others.map((step) => [step]) };
}

/** Return the event of a step; `known` events of the round happened before it. */
function stepEvent(
  [{ seats }]: Log,
  { event }: PlayedEvent,
  view: View,
  known: number,
): SentReplayStep["event"] {
  const { seq, at, type, seat = null } = event;
  const by = (one: number) => (seats[one]?.level === undefined ? "person" : "bot");
  return {
    seq,
    at,
    type,
    seat,
    action: event.type === "action" ? event.action : null,
    round: view.number,
    history: view.history.slice(known).map(wholeEvent),
    result: view.result && wholeResult(view.result),
    acted_by: event.type === "action" ? (event.acted_by ?? by(event.seat)) : null,
    reason: null,
    requested_by: null,
    rematch: null,
  };
}

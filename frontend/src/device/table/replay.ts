/** Replays of rounds of a finished match on the device, as the server sends them. */
import type { Game, Match } from "schwimmen";
import type { Replay, SentReplayStep } from "../../api/wire";
import { checkOver, type Log, playLog } from "./log";
import { Refusal } from "./refusal";
import { tableEvent, viewParts } from "./wire-view";

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
    const parts = viewParts(match, null, { openHands: true });
    steps.push({ event: tableEvent(log[0], played.event, parts, known), view: parts.view });
    known = parts.history.length;
  }
  if (!unfinished) checkOver(match);
  const [first, ...others] = steps;
  if (first === undefined)
    throw new Refusal("no_such_round", `the rounds of this match are 1 to ${rounds}`);
  return { round, rounds, first, changes: others.map((step) => [step]) };
}

/** Story of a finished match on the device, in the form that the server sends. */
import type { Match, RoundResult } from "schwimmen";
import type { Story } from "../../api/wire";
import { checkOver, type PlayedEvent } from "./log";
import { viewParts } from "./wire-view";

type Gain = NonNullable<Story["gain"]>;
type Tally = NonNullable<Story["swim"]>;

/** Score of a player who is out, below that of a player without lives. */
const OUT = -1;
const MIN_CLOSINGS = 2;

/**
 * Return the story of a finished match: facts about how it was won.
 *
 * Throws a `Refusal` before its end, and an `EngineError` for a log that the rules do not play.
 */
export function storyOf(steps: Iterable<PlayedEvent>): Story {
  let largest: Gain | null = null;
  let first: (number | null)[] = [];
  let match: Match | undefined;
  const closings: number[] = [];
  for (const played of steps) {
    const { event } = played;
    ({ match } = played);
    const begins = event.type === "round" || ["keep", "take"].includes(event.action);
    if (!begins && match.toAct !== null) continue;
    const { view, history } = viewParts(match, null, { openHands: true });
    if (begins) first = view.seats.map(({ value }) => value);
    if (view.result === null) continue;
    for (const gain of gains(view.number, first, view.result.values))
      if (largest === null || isLarger(gain, largest)) largest = gain;
    const closers = history.filter(({ closes }) => closes).map(({ seat }) => seat);
    for (const seat of new Set(closers))
      if (seat !== null) closings[seat] = (closings[seat] ?? 0) + 1;
  }
  checkOver(match);
  const closed = match.players.map((_, seat) => closings[seat] ?? 0);
  return {
    decided: decidingRound(match),
    gain: largest,
    swim: tally(longestSwims(match), 1),
    closings: tally(closed, MIN_CLOSINGS),
  };
}

/** Return the gains in a round, for the seats that gained. */
function gains(
  round: number,
  first: readonly (number | null)[],
  last: readonly (number | null)[],
): Gain[] {
  return first.flatMap((before, seat) => {
    const after = last[seat] ?? null;
    return before === null || after === null || after <= before
      ? []
      : [{ seat, round, before, after }];
  });
}

function isLarger(one: Gain, other: Gain): boolean {
  const difference = one.after - one.before - (other.after - other.before);
  return difference > 0 || (difference === 0 && one.after > other.after);
}

function score({ totals, status, lives }: RoundResult, seat: number): number {
  if (totals !== null) return totals[seat]!;
  return status?.[seat] === "out" ? OUT : (lives?.[seat] ?? OUT);
}

/** Return the round since whose end the winner was ahead of all others. */
function decidingRound({ winners, results, players }: Match): number | null {
  const [winner] = winners;
  if (winner === undefined || winners.length !== 1 || results.length < 2) return null;
  const others = [...players.keys()].filter((seat) => seat !== winner);
  const last = results.findLastIndex((result) =>
    others.some((seat) => score(result, seat) >= score(result, winner)),
  );
  return last === results.length - 1 ? null : last + 2;
}

/** Return each seat's largest number of rounds in a row that it began without lives. */
function longestSwims({ players, results }: Match): number[] {
  return [...players.keys()].map((seat) => {
    let [current, longest] = [0, 0];
    for (const [place, result] of results.slice(1).entries()) {
      const swam = result.hands[seat] && results[place]?.status?.[seat] === "swimming";
      current = swam ? current + 1 : 0;
      longest = Math.max(longest, current);
    }
    return longest;
  });
}

function tally(counts: readonly number[], least: number): Tally | null {
  const count = Math.max(...counts);
  if (count < least) return null;
  return { seats: [...counts.keys()].filter((seat) => counts[seat] === count), count };
}

/** Events of a match, grouped by round. */
import type { TableEvent } from "../../api/wire";

export interface Round {
  number: number;
  events: readonly TableEvent[];
}

const isSame = (one: Round | undefined, other: Round): one is Round =>
  one?.events.length === other.events.length &&
  one.events[0] === other.events[0] &&
  one.events.at(-1) === other.events.at(-1);

/**
 * Return the rounds in order. An unchanged round is the same object as in `before`, so that only
 * the last round of a long match is rendered again.
 */
export function roundsOf(events: readonly TableEvent[], before: readonly Round[] = []): Round[] {
  const rounds: { number: number; events: TableEvent[] }[] = [];
  for (const event of events) {
    const round = rounds.at(-1);
    if (round && event.type !== "round") round.events.push(event);
    else if (event.history.length > 0)
      rounds.push({ number: event.round ?? rounds.length + 1, events: [event] });
  }
  return rounds.map((round, i) => (isSame(before[i], round) ? before[i] : round));
}

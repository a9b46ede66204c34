/** Replays of matches on the device: their events, and the views after each of them. */
import type { Match } from "schwimmen";
import { wireHistory } from "schwimmen/wire";
import type { TableEvent } from "../../api/wire";
import type { CreatedEvent, PlayedEvent } from "./log";
import { Refusal } from "./refusal";
import { tableEvent, viewParts } from "./wire-view";

/** A match that has been played, with copies of it after each deal and action. */
export class MatchReplay {
  /** The match after its last event. */
  readonly match: Match;
  readonly #created: CreatedEvent;
  readonly #rounds: PlayedEvent[][] = [];
  readonly #events = new Map<number, readonly TableEvent[]>();

  /** Play the events of a match that begins in the state `match`. */
  constructor(created: CreatedEvent, played: Iterable<PlayedEvent>) {
    this.#created = created;
    for (const { event, match } of played) {
      if (event.type === "round") this.#rounds.push([]);
      this.#rounds.at(-1)?.push({ event, match: match.copy() });
    }
    const last = this.#rounds.at(-1)?.at(-1);
    if (last === undefined) throw new Refusal("no_round", "the match has no round");
    this.match = last.match;
  }

  /** Number of rounds played. */
  get rounds(): number {
    return this.#rounds.length;
  }

  /** The deals and actions of all rounds. */
  get steps(): readonly PlayedEvent[] {
    return this.#rounds.flat();
  }

  /** Return the events of a round, counted from 1. Throws a `Refusal` unless it was played. */
  events(round: number): readonly TableEvent[] {
    const events = this.#events.get(round) ?? this.#decoded(this.#stepsOf(round));
    this.#events.set(round, events);
    return events;
  }

  /**
   * Return the parts of a view after a step of a round, both as in `events`: that of a seat, or for
   * null that of a spectator who sees all hands.
   */
  view(round: number, step: number, seat: number | null) {
    const { match } = this.#stepsOf(round)[step]!;
    const { view, own } = viewParts(match, seat, { openHands: seat === null });
    return { view, own };
  }

  #stepsOf(round: number): readonly PlayedEvent[] {
    const steps = this.#rounds[round - 1];
    if (steps === undefined)
      throw new Refusal("no_such_round", `the rounds of this match are 1 to ${this.rounds}`);
    return steps;
  }

  #decoded(steps: readonly PlayedEvent[]): TableEvent[] {
    const { view, history } = viewParts(steps.at(-1)!.match, null);
    let known = 0;
    return steps.map(({ event, match }, place) => {
      const { length } = wireHistory(match);
      const happened = history.slice(known, length);
      known = length;
      const result = place === steps.length - 1 ? view.result : null;
      return tableEvent(this.#created, event, { number: view.number, result, history: happened });
    });
  }
}

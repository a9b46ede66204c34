/** Rounds of matches that are replayed. */
import { decodeView } from "../api/decode";
import type { RoundEvent, TableEvent, View } from "../api/wire";
import type { SentView } from "../device/api";

/** A round: its deal and actions, and on demand the view after each of these steps. */
export class ReplayedRound {
  /** Number of rounds of the match. */
  readonly rounds: number;
  readonly events: readonly TableEvent[];
  readonly #history: readonly RoundEvent[];
  /** Number of events up to each step. */
  readonly #counts: readonly number[];
  readonly #sent: (step: number, seat: number | null) => Promise<SentView>;

  /** `sent` returns the view after a step, with all hands open if the seat is null. */
  constructor(
    rounds: number,
    events: readonly TableEvent[],
    sent: (step: number, seat: number | null) => Promise<SentView>,
  ) {
    let count = 0;
    this.rounds = rounds;
    this.events = events;
    this.#history = events.flatMap(({ history }) => history);
    this.#counts = events.map(({ history }) => (count += history.length));
    this.#sent = sent;
  }

  /** Return the view after a step: that of a seat, or for null with all hands open. */
  async view(step: number, seat: number | null): Promise<View> {
    const { view, own } = await this.#sent(step, seat);
    return decodeView(view, own, seat, this.#history.slice(0, this.#counts[step]));
  }
}

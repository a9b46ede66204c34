/** Playback of a match's replay, step by step. */
import { merge, type Json } from "../api/changes";
import { decodeEvent, NO_SEAT } from "../api/decode";
import type { PublicView, Replay, RoundEvent, SentReplayStep, TableEvent, View } from "../api/wire";
import { keepPositions } from "../cards/cards";

/** Number that stands for the last step of a round. */
export const LAST = -1;

/** Number of steps decoded at a time, so that the page stays responsive. */
const BATCH = 200;

/** A deal or an action, and the view after it. */
interface ReplayStep {
  event: TableEvent;
  view: PublicView;
}

/** A decoded round; `eventCounts` has the number of events up to each step. */
interface DecodedRound {
  steps: readonly ReplayStep[];
  history: readonly RoundEvent[];
  eventCounts: readonly number[];
}

/** The step shown: an event, and the view after it. */
export interface ReplayPosition {
  event: TableEvent;
  view: View;
}

export class ReplayPlayer {
  round = $state(0);
  step = $state(0);
  rounds = $state(0);
  #decoded = $state.raw<DecodedRound>({ steps: [], history: [], eventCounts: [] });
  /** Whether the replay advances by itself. */
  running = $state(false);
  /** Error that prevented a step from being shown, or null. */
  problem = $state.raw<unknown>(null);

  readonly steps = $derived(this.#decoded.steps);
  readonly current = $derived.by((): ReplayPosition | undefined => {
    const { steps, history, eventCounts } = this.#decoded;
    const step = steps[this.step];
    if (!step) return undefined;
    const past = history.slice(0, eventCounts[this.step]);
    return { event: step.event, view: { ...step.view, ...NO_SEAT, seat: null, history: past } };
  });
  readonly atStart = $derived(this.round <= 1 && this.step === 0);
  readonly atEnd = $derived(this.round >= this.rounds && this.step === this.steps.length - 1);

  readonly #load: (round: number) => Promise<Replay>;
  readonly #rounds = new Map<number, DecodedRound>();
  #requests = 0;
  #busy = false;

  constructor(load: (round: number) => Promise<Replay>) {
    this.#load = load;
  }

  /** Show a step, counted from 0, or the last step of the round if there are fewer. */
  async go(round: number, step = 0): Promise<void> {
    const request = ++this.#requests;
    this.problem = null;
    this.#busy = true;
    try {
      const found = this.#rounds.get(round) ?? (await this.#fetch(round));
      if (request !== this.#requests) return;
      this.round = round;
      this.#decoded = found;
      const last = found.steps.length - 1;
      this.step = step === LAST ? last : Math.max(0, Math.min(step, last));
    } catch (error) {
      if (request !== this.#requests) return;
      this.problem = error;
      this.running = false;
    } finally {
      if (request === this.#requests) this.#busy = false;
    }
  }

  async next(): Promise<void> {
    if (this.#busy) return;
    if (this.atEnd) this.running = false;
    else if (this.step < this.steps.length - 1) this.step += 1;
    else await this.go(this.round + 1);
  }

  async previous(): Promise<void> {
    if (this.#busy) return;
    if (this.step > 0) this.step -= 1;
    else if (this.round > 1) await this.go(this.round - 1, LAST);
  }

  /** Go to the next round, or to the end of the last one. */
  async nextRound(): Promise<void> {
    if (this.#busy) return;
    if (this.round < this.rounds) await this.go(this.round + 1);
    else await this.go(this.round, LAST);
  }

  /** Go to the beginning of the round, or from there to that of the previous one. */
  async previousRound(): Promise<void> {
    if (this.#busy) return;
    await this.go(this.step > 0 ? this.round : Math.max(1, this.round - 1));
  }

  /** Start or pause the replay; at the end of the match start it again. */
  async toggle(): Promise<void> {
    const start = !this.running;
    if (start && this.atEnd) await this.go(1);
    this.running = start;
  }

  async #fetch(round: number): Promise<DecodedRound> {
    const replay = await this.#load(round);
    const found = await decode(replay);
    this.rounds = replay.rounds;
    this.#rounds.set(round, found);
    return found;
  }
}

/** Decode the steps of a round in batches: a long one has thousands. */
async function decode({ first, changes }: Replay): Promise<DecodedRound> {
  const steps = [decodeStep(first)];
  let step = first as unknown as Json;
  for (const [n, change] of changes.entries()) {
    if (n % BATCH === BATCH - 1) await new Promise((resolve) => setTimeout(resolve));
    step = merge(step, change as Json);
    steps.push(decodeStep(step as unknown as SentReplayStep, steps.at(-1)));
  }
  let count = 0;
  const history = steps.flatMap(({ event }) => event.history);
  const eventCounts = steps.map(({ event }) => (count += event.history.length));
  return { steps, history, eventCounts };
}

/** Decode a step; cards that stay on the table or in a hand keep their positions. */
function decodeStep(sent: SentReplayStep, before?: ReplayStep): ReplayStep {
  const view = sent.view as PublicView; // complete, as in all HTTP responses
  const table = keepPositions(before?.view.table ?? [], view.table);
  const seats = view.seats.map((seat, n) => ({
    ...seat,
    shown: seat.shown && keepPositions(before?.view.seats[n]?.shown ?? [], seat.shown),
  }));
  return { event: decodeEvent(sent.event), view: { ...view, table, seats } };
}

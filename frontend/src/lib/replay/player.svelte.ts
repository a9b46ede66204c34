/** A match played again: which of its steps is shown, and the way to the others. */
import type { Replay, ReplayStep } from "../api/wire";
import { settled } from "../table/settled";

/** The last step of a round. */
export const LAST = -1;

export class Player {
  round = $state(0);
  step = $state(0);
  rounds = $state(0);
  steps = $state.raw<readonly ReplayStep[]>([]);
  /** It goes on by itself. */
  running = $state(false);
  /** What went wrong on the way to a step. */
  problem = $state.raw<unknown>(null);

  readonly current = $derived(this.steps[this.step]);
  readonly atStart = $derived(this.round <= 1 && this.step === 0);
  readonly atEnd = $derived(this.round >= this.rounds && this.step === this.steps.length - 1);

  readonly #load: (round: number) => Promise<Replay>;
  readonly #kept = new Map<number, readonly ReplayStep[]>();
  #asked = 0;
  #busy = false;

  constructor(load: (round: number) => Promise<Replay>) {
    this.#load = load;
  }

  /** Shows a step, counted from 0; one that there is not is the last of its round. */
  async go(round: number, step = 0): Promise<void> {
    const mine = ++this.#asked;
    this.problem = null;
    this.#busy = true;
    try {
      const steps = this.#kept.get(round) ?? (await this.#fetch(round));
      if (mine !== this.#asked) return;
      this.round = round;
      this.steps = steps;
      const last = steps.length - 1;
      this.step = step === LAST ? last : Math.max(0, Math.min(step, last));
    } catch (error) {
      if (mine !== this.#asked) return;
      this.problem = error;
      this.running = false;
    } finally {
      if (mine === this.#asked) this.#busy = false;
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

  /** The next round; from the last one its end. */
  async nextRound(): Promise<void> {
    if (this.#busy) return;
    if (this.round < this.rounds) await this.go(this.round + 1);
    else await this.go(this.round, LAST);
  }

  /** The beginning of the round, or from there of the one before. */
  async previousRound(): Promise<void> {
    if (this.#busy) return;
    await this.go(this.step > 0 ? this.round : Math.max(1, this.round - 1));
  }

  /** Lets it run, or stops it; at the end it begins anew. */
  async toggle(): Promise<void> {
    const start = !this.running;
    if (start && this.atEnd) await this.go(1);
    this.running = start;
  }

  async #fetch(round: number): Promise<readonly ReplayStep[]> {
    const { rounds, steps } = await this.#load(round);
    this.rounds = rounds;
    const kept = inPlace(steps);
    this.#kept.set(round, kept);
    return kept;
  }
}

/** Cards that stay lie where they lay, on the table and in every hand. */
function inPlace(steps: readonly ReplayStep[]): ReplayStep[] {
  const placed: ReplayStep[] = [];
  for (const { event, view } of steps) {
    const before = placed.at(-1)?.view;
    const table = settled(before?.table ?? [], view.table);
    const seats = view.seats.map((seat, n) => ({
      ...seat,
      shown: seat.shown && settled(before?.seats[n]?.shown ?? [], seat.shown),
    }));
    placed.push({ event, view: { ...view, table, seats } });
  }
  return placed;
}

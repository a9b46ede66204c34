/** A match played again: which of its steps is shown, and the way to the others. */
import { merge, type Json } from "../api/changes";
import type { RoundEvent, PublicView, Replay, ReplayStep, TableEvent, View } from "../api/wire";
import { keepPositions } from "../cards/cards";

/** The last step of a round. */
export const LAST = -1;

/** Steps put together at a time: longer, and the page would not answer meanwhile. */
const AT_ONCE = 200;

/** Of the view of somebody who has no seat what would be their own. */
const NOBODYS: Omit<View, keyof PublicView | "history"> = {
  seat: null,
  hand: [],
  value: null,
  suit: null,
  choices: [],
  legal_actions: [],
  refused: {},
};

/** A round with its cards as they lie; `told` counts the happenings up to each step. */
interface WholeRound {
  steps: readonly ReplayStep[];
  history: readonly RoundEvent[];
  told: readonly number[];
}

/** A step to be shown. */
export interface ReplayPosition {
  event: TableEvent;
  view: View;
}

export class ReplayPlayer {
  round = $state(0);
  step = $state(0);
  rounds = $state(0);
  #whole = $state.raw<WholeRound>({ steps: [], history: [], told: [] });
  /** It goes on by itself. */
  running = $state(false);
  /** What went wrong on the way to a step. */
  problem = $state.raw<unknown>(null);

  readonly steps = $derived(this.#whole.steps);
  readonly current = $derived.by((): ReplayPosition | undefined => {
    const { steps, history, told } = this.#whole;
    const step = steps[this.step];
    if (!step) return undefined;
    const past = history.slice(0, told[this.step]);
    return { event: step.event, view: { ...step.view, ...NOBODYS, history: past } };
  });
  readonly atStart = $derived(this.round <= 1 && this.step === 0);
  readonly atEnd = $derived(this.round >= this.rounds && this.step === this.steps.length - 1);

  readonly #load: (round: number) => Promise<Replay>;
  readonly #kept = new Map<number, WholeRound>();
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
      const found = this.#kept.get(round) ?? (await this.#fetch(round));
      if (mine !== this.#asked) return;
      this.round = round;
      this.#whole = found;
      const last = found.steps.length - 1;
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

  async #fetch(round: number): Promise<WholeRound> {
    const replay = await this.#load(round);
    const found = await putTogether(replay);
    this.rounds = replay.rounds;
    this.#kept.set(round, found);
    return found;
  }
}

/** The steps of a round, a few at a time: in a long one there are thousands. */
async function putTogether({ first, changes }: Replay): Promise<WholeRound> {
  const steps = [first];
  let step = first as unknown as Json;
  for (const [n, change] of changes.entries()) {
    if (n % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setTimeout(resolve));
    step = merge(step, change as Json);
    steps.push(inPlace(steps.at(-1) ?? first, step as unknown as ReplayStep));
  }
  let count = 0;
  const history = steps.flatMap(({ event }) => event.happenings);
  const told = steps.map(({ event }) => (count += event.happenings.length));
  return { steps, history, told };
}

/** Cards that stay lie where they lay, on the table and in every hand. */
function inPlace({ view: before }: ReplayStep, { event, view }: ReplayStep): ReplayStep {
  const table = keepPositions(before.table, view.table);
  const seats = view.seats.map((seat, n) => ({
    ...seat,
    shown: seat.shown && keepPositions(before.seats[n]?.shown ?? [], seat.shown),
  }));
  return { event, view: { ...view, table, seats } };
}

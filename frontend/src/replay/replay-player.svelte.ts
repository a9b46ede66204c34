/** Playback of a match's replay, step by step. */
import type { TableEvent, View } from "../api/wire";
import { keepPositions } from "../cards/cards";
import type { ReplayedRound } from "./replayed-round";

/** Number that stands for the last step of a round. */
export const LAST = -1;

/** The step shown: an event, and the view after it. */
export interface ReplayPosition {
  event: TableEvent;
  view: View;
}

export class ReplayPlayer {
  round = $state(0);
  step = $state(0);
  rounds = $state(0);
  /** The deal and the actions of the round. */
  events = $state.raw<readonly TableEvent[]>([]);
  current = $state.raw<ReplayPosition>();
  /** Whether the replay advances by itself. */
  running = $state(false);
  /** Error that prevented a step from being shown, or null. */
  problem = $state.raw<unknown>(null);

  readonly atStart = $derived(this.round <= 1 && this.step === 0);
  readonly atEnd = $derived(this.round >= this.rounds && this.step === this.events.length - 1);

  readonly #load: (round: number) => Promise<ReplayedRound>;
  readonly #rounds = new Map<number, ReplayedRound>();
  #requests = 0;
  #busy = false;

  constructor(load: (round: number) => Promise<ReplayedRound>) {
    this.#load = load;
  }

  /** Show a step, counted from 0, or the last step of the round if there are fewer. */
  async go(round: number, step = 0): Promise<void> {
    const request = ++this.#requests;
    this.problem = null;
    this.#busy = true;
    try {
      const found = await this.get(round);
      const last = found.events.length - 1;
      const at = step === LAST ? last : Math.max(0, Math.min(step, last));
      const view = await found.view(at, null);
      if (request !== this.#requests) return;
      const before = this.round === round ? this.current?.view : undefined;
      this.round = round;
      this.step = at;
      this.rounds = found.rounds;
      this.events = found.events;
      this.current = { event: found.events[at]!, view: keepCards(before, view) };
    } catch (error) {
      if (request !== this.#requests) return;
      this.problem = error;
      this.running = false;
    } finally {
      if (request === this.#requests) this.#busy = false;
    }
  }

  /** Return a round, which is loaded once. */
  async get(round: number): Promise<ReplayedRound> {
    const found = this.#rounds.get(round) ?? (await this.#load(round));
    this.#rounds.set(round, found);
    return found;
  }

  async next(): Promise<void> {
    if (this.#busy) return;
    if (this.atEnd) this.running = false;
    else if (this.step < this.events.length - 1) await this.go(this.round, this.step + 1);
    else await this.go(this.round + 1);
  }

  async previous(): Promise<void> {
    if (this.#busy) return;
    if (this.step > 0) await this.go(this.round, this.step - 1);
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
}

/** Return a view in which cards that stay on the table or in a hand keep their positions. */
function keepCards(before: View | undefined, view: View): View {
  if (before === undefined) return view;
  const seats = view.seats.map((seat, n) => ({
    ...seat,
    shown: seat.shown && keepPositions(before.seats[n]?.shown ?? [], seat.shown),
  }));
  return { ...view, table: keepPositions(before.table, view.table), seats };
}

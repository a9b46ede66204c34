/** Table of a puzzle, which shows one situation and takes one action. */
import { Replica } from "../api/replica";
import type { Command } from "../api/table-socket";
import type { Choice } from "../api/wire";
import type { PuzzleScene } from "../device/puzzles/puzzle-scene";
import { TableState } from "../table/table-state.svelte";

export class PuzzleTable extends TableState {
  /** The legal actions of the situation. */
  #choices: Choice[] = [];

  constructor(private readonly answer: (action: string) => void) {
    super("puzzle"); // it is never connected
  }

  /** Show a situation. */
  show({ welcome }: PuzzleScene): void {
    const message = new Replica().welcome(welcome);
    if (message === null) return;
    this.view = null;
    this.clearSelection();
    this.info = message.table;
    this.seat = message.seat;
    this.people.welcome(message);
    this.apply(message.events, [], message.view);
    this.#choices = message.view?.choices ?? [];
  }

  /** Accept no further action. */
  rest(): void {
    this.#setChoices([]);
  }

  /** Accept an action again. */
  resume(): void {
    this.#setChoices(this.#choices);
  }

  #setChoices(choices: Choice[]): void {
    this.clearSelection();
    if (this.view !== null) this.view = { ...this.view, choices };
  }

  override send(command: Command): void {
    this.notice = null;
    if (command.type === "play") this.answer(command.action);
  }
}

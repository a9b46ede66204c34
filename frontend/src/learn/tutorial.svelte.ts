/** The state of the tutorial: the learner's step, the table, and the last attempt. */
import type { Choice } from "../api/wire";
import { LessonTable } from "./lesson-table.svelte";
import {
  adjacentStep,
  evaluate,
  parsePosition,
  PAUSE,
  STEPS,
  type Evaluation,
  type Lesson,
  type LessonStep,
  type StepId,
} from "./lesson";
import { loadProgress, saveProgress } from "../storage/lesson-progress";

/** Response to an attempt; "later" means that the step requires no move yet. */
export type Feedback = Evaluation | { is: "later" };

export class TutorialState {
  step: StepId = $state(STEPS[0]);
  feedback: Feedback | null = $state.raw(null);
  readonly table: LessonTable;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly lesson: Lesson) {
    this.table = new LessonTable(lesson, {
      accepts: (choice) => this.#accepts(choice),
      moved: () => this.#goTo(adjacentStep(this.step, 1)),
    });
    this.step = parsePosition(loadProgress());
    this.table.show(this.recorded?.message ?? lesson.events.length);
  }

  get number(): number {
    return STEPS.indexOf(this.step) + 1;
  }

  get first(): boolean {
    return this.step === STEPS[0];
  }

  /** Recorded step, or null at the end. */
  get recorded(): LessonStep | null {
    return this.lesson.steps.find(({ id }) => id === this.step) ?? null;
  }

  /** Whether the other players are moving. */
  get playing(): boolean {
    return this.recorded !== null && this.table.message < this.recorded.message;
  }

  /** The action that the learner is to play now, if any. */
  get task(): string | null {
    return this.playing ? null : (this.recorded?.action ?? null);
  }

  /** Go to the next step; while the others are moving, show their next move at once. */
  next(): void {
    if (this.playing) this.#advance();
    else this.#goTo(adjacentStep(this.step, 1));
  }

  back(): void {
    this.#goTo(adjacentStep(this.step, -1));
  }

  restart(): void {
    this.#goTo(STEPS[0]);
  }

  /** Stop the moves of other players; to be called when the page closes. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #accepts(choice: Choice): boolean {
    const { task, table } = this;
    if (task === null || !table.view) this.feedback = { is: "later" };
    else this.feedback = evaluate(table.view, task, choice);
    return this.feedback.is === "right";
  }

  #goTo(step: StepId | undefined): void {
    if (step === undefined) return;
    this.stop();
    this.feedback = null;
    this.table.clearSelection();
    this.step = step;
    saveProgress(step);
    if (this.playing) this.#advance();
    else if (this.recorded && this.recorded.message < this.table.message)
      this.table.show(this.recorded.message);
  }

  #advance(): void {
    this.stop();
    this.table.show(this.table.message + 1);
    if (this.playing) this.#timer = setTimeout(() => this.#advance(), PAUSE);
  }
}

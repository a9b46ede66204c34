/** The state of the tutorial: the learner's position, selection and last attempt. */
import type { Card, Choice } from "../api/wire";
import {
  NO_SELECTION,
  possibleExchanges,
  selectedExchange,
  toggleCard,
  type ActionOffer,
  type Selection,
  type Side,
} from "../table/hand/move-selection";
import {
  adjacentStep,
  evaluate,
  exchangedCards,
  kindOf,
  parsePosition,
  QUIZZES,
  START,
  STEPS,
  type Evaluation,
  type Frame,
  type Lesson,
  type LessonPosition,
  type Quiz,
  type StepId,
  type TableStep,
} from "./lesson";
import { loadProgress, saveProgress } from "./progress";

/** The response to an attempt; "pair": two cards must be selected first. */
export type Feedback = Evaluation | { is: "pair" };

export class TutorialState {
  position: LessonPosition = $state.raw(START);
  selection: Selection = $state.raw(NO_SELECTION);
  feedback: Feedback | null = $state.raw(null);
  /** The hand of a quiz that the learner has picked. */
  picked: number | null = $state(null);

  #lesson: Lesson;

  constructor(lesson: Lesson) {
    this.#lesson = lesson;
    const saved = parsePosition(loadProgress());
    const step = lesson.steps.find(({ id }) => id === saved.step);
    const last = step ? step.frames.length - 1 : 0;
    const interactive = step !== undefined && kindOf(step) !== "watch";
    const frame = interactive ? (saved.solved ? last : 0) : Math.min(saved.frame, last);
    this.position = { ...saved, frame };
  }

  get number(): number {
    return STEPS.indexOf(this.position.step) + 1;
  }

  get quiz(): Quiz | null {
    const id = QUIZZES.find((known) => known === this.position.step);
    return id === undefined ? null : this.#lesson.quizzes[id];
  }

  get tableStep(): TableStep | null {
    return this.#lesson.steps.find(({ id }) => id === this.position.step) ?? null;
  }

  get frame(): Frame | null {
    return this.tableStep?.frames[this.position.frame] ?? null;
  }

  /** Whether the learner is to do something now. */
  get isTask(): boolean {
    if (this.position.solved || this.position.step === "end") return false;
    return this.quiz !== null || this.tableStep?.action != null;
  }

  /** Whether the learner is to select cards now. */
  get isSelecting(): boolean {
    return this.isTask && this.tableStep !== null;
  }

  /** The possible exchanges with the selected card, by the other card. */
  get possibleExchanges(): ReadonlyMap<Card, Choice> {
    return this.isTask && this.frame
      ? possibleExchanges(this.frame.view.choices, this.selection)
      : new Map();
  }

  get first(): boolean {
    return this.position.step === STEPS[0];
  }

  /** Go to the next frame of this step, or to the next step. */
  next(): void {
    const { tableStep, position } = this;
    if (
      tableStep &&
      kindOf(tableStep) === "watch" &&
      position.frame < tableStep.frames.length - 1
    ) {
      this.#moveTo({ ...position, frame: position.frame + 1 });
      return;
    }
    // Cards selected in one step stay selected for the next step, which plays them.
    const { selection } = this;
    const keeps = tableStep !== null && kindOf(tableStep) === "select";
    this.#goTo(adjacentStep(position.step, 1));
    if (keeps) this.selection = selection;
  }

  back(): void {
    this.#goTo(adjacentStep(this.position.step, -1));
  }

  restart(): void {
    this.#goTo(START.step);
  }

  choose(side: Side, card: Card): void {
    if (!this.isTask || !this.tableStep) return;
    this.selection = toggleCard(this.selection, side, card);
    this.feedback = null;
    const { frame } = this;
    if (frame === null || kindOf(this.tableStep) !== "select") return;
    const found = selectedExchange(frame.view.choices, this.selection, false);
    if (found) this.#attempt(found);
  }

  press({ choice }: ActionOffer): void {
    if (!this.isTask) return;
    if (choice) this.#attempt(choice);
    else this.feedback = { is: "pair" };
  }

  pick(hand: number): void {
    if (!this.quiz || this.position.solved) return;
    this.picked = hand;
    this.#moveTo({ ...this.position, solved: true });
  }

  /** Show the solution of the step. */
  show(): void {
    const { quiz, tableStep, frame } = this;
    if (quiz) this.#moveTo({ ...this.position, solved: true });
    if (!tableStep?.action || !frame || !this.isTask) return;
    const solution = frame.view.choices.find(({ action }) => action === tableStep.action);
    this.selection = exchangedCards(frame.view, tableStep.action);
    if (solution) this.#attempt(solution);
  }

  #attempt(choice: Choice): void {
    const { tableStep, frame } = this;
    if (!tableStep?.action || !frame) return;
    this.feedback = evaluate(frame.view, tableStep.action, choice);
    if (this.feedback.is !== "right") return;
    const after = tableStep.frames[this.position.frame + 1];
    if (after) this.selection = NO_SELECTION;
    this.#moveTo({ ...this.position, frame: tableStep.frames.length - 1, solved: true });
  }

  #goTo(step: StepId | undefined): void {
    if (step === undefined) return;
    this.selection = NO_SELECTION;
    this.feedback = null;
    this.picked = null;
    this.#moveTo({ step, frame: 0, solved: false });
  }

  #moveTo(position: LessonPosition): void {
    this.position = position;
    saveProgress(JSON.stringify(position));
  }
}

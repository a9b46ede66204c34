/** Leads through the tutorial: where the learner is, what they try, what they are told. */
import type { Card, Choice } from "../api/wire";
import { loadText, saveText } from "../storage";
import {
  aimed,
  NO_AIM,
  prospects,
  toggled,
  type Aim,
  type Offer,
} from "../table/hand/move-selection";
import {
  aimOf,
  besides,
  judge,
  kindOf,
  placeOf,
  QUIZZES,
  START,
  STEPS,
  type Frame,
  type Lesson,
  type Place,
  type PlayedStep,
  type Quiz,
  type StepId,
  type Verdict,
} from "./lesson";

const KEY = "schwimmen.lesson";

/** What a try was worth, or that two cards are still to be chosen. */
export type Answer = Verdict | { is: "pair" };

export class TutorialState {
  place: Place = $state.raw(START);
  aim: Aim = $state.raw(NO_AIM);
  answer: Answer | null = $state.raw(null);
  /** The hand of a quiz that was tapped. */
  picked: number | null = $state(null);

  #lesson: Lesson;

  constructor(lesson: Lesson) {
    this.#lesson = lesson;
    const kept = placeOf(loadText(KEY));
    const played = lesson.steps.find(({ id }) => id === kept.step);
    const last = played ? played.frames.length - 1 : 0;
    const asked = played !== undefined && kindOf(played) !== "watch";
    const frame = asked ? (kept.solved ? last : 0) : Math.min(kept.frame, last);
    this.place = { ...kept, frame };
  }

  get number(): number {
    return STEPS.indexOf(this.place.step) + 1;
  }

  get quiz(): Quiz | null {
    const id = QUIZZES.find((known) => known === this.place.step);
    return id === undefined ? null : this.#lesson.quizzes[id];
  }

  get played(): PlayedStep | null {
    return this.#lesson.steps.find(({ id }) => id === this.place.step) ?? null;
  }

  get frame(): Frame | null {
    return this.played?.frames[this.place.frame] ?? null;
  }

  /** Whether the learner is asked for something now. */
  get asks(): boolean {
    if (this.place.solved || this.place.step === "end") return false;
    return this.quiz !== null || this.played?.action != null;
  }

  /** Whether cards are to be chosen now. */
  get choosing(): boolean {
    return this.asks && this.played !== null;
  }

  /** What the hand would be worth with a card as the second of the pair. */
  get found(): ReadonlyMap<Card, Choice> {
    return this.asks && this.frame ? prospects(this.frame.view.choices, this.aim) : new Map();
  }

  get first(): boolean {
    return this.place.step === STEPS[0];
  }

  /** The next picture of this step, or the next step. */
  next(): void {
    const { played, place } = this;
    if (played && kindOf(played) === "watch" && place.frame < played.frames.length - 1) {
      this.#at({ ...place, frame: place.frame + 1 });
      return;
    }
    // What was aimed at is still chosen when the next step plays it.
    const { aim } = this;
    const aiming = played !== null && kindOf(played) === "aim";
    this.#goTo(besides(place.step, 1));
    if (aiming) this.aim = aim;
  }

  back(): void {
    this.#goTo(besides(this.place.step, -1));
  }

  restart(): void {
    this.#goTo(START.step);
  }

  choose(side: keyof Aim, card: Card): void {
    if (!this.asks || !this.played) return;
    this.aim = toggled(this.aim, side, card);
    this.answer = null;
    const { frame } = this;
    if (frame === null || kindOf(this.played) !== "aim") return;
    const found = aimed(frame.view.choices, this.aim, false);
    if (found) this.#try(found);
  }

  press({ choice }: Offer): void {
    if (!this.asks) return;
    if (choice) this.#try(choice);
    else this.answer = { is: "pair" };
  }

  pick(hand: number): void {
    if (!this.quiz || this.place.solved) return;
    this.picked = hand;
    this.#at({ ...this.place, solved: true });
  }

  /** Does what the step asks for. */
  show(): void {
    const { quiz, played, frame } = this;
    if (quiz) this.#at({ ...this.place, solved: true });
    if (!played?.action || !frame || !this.asks) return;
    const wanted = frame.view.choices.find(({ action }) => action === played.action);
    this.aim = aimOf(frame.view, played.action);
    if (wanted) this.#try(wanted);
  }

  #try(choice: Choice): void {
    const { played, frame } = this;
    if (!played?.action || !frame) return;
    this.answer = judge(frame.view, played.action, choice);
    if (this.answer.is !== "right") return;
    const after = played.frames[this.place.frame + 1];
    if (after) this.aim = NO_AIM;
    this.#at({ ...this.place, frame: played.frames.length - 1, solved: true });
  }

  #goTo(step: StepId | undefined): void {
    if (step === undefined) return;
    this.aim = NO_AIM;
    this.answer = null;
    this.picked = null;
    this.#at({ step, frame: 0, solved: false });
  }

  #at(place: Place): void {
    this.place = place;
    saveText(KEY, JSON.stringify(place));
  }
}

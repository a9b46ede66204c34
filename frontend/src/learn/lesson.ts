/**
 * The steps of the tutorial, and the evaluation of the learner's attempts. Cards, values and
 * outcomes come from the rules, by scripts/lesson.py.
 */
import type { ActionKind, Card, Choice, RoundEvent, Options, View } from "../api/wire";
import { NO_SELECTION, type Selection } from "../table/hand/move-selection";

export const QUIZZES = ["suit", "points"] as const;
export const TABLE_STEPS = [
  "exchange",
  "watch",
  "pass",
  "lay",
  "three",
  "close",
  "lastTurns",
  "showdown",
  "dealer",
  "all",
  "thirtyOne",
  "fire",
  "swim",
] as const;
export const STEPS = [...QUIZZES, ...TABLE_STEPS, "end"] as const;

export type QuizId = (typeof QUIZZES)[number];
export type TableStepId = (typeof TABLE_STEPS)[number];
export type StepId = (typeof STEPS)[number];

/** What the learner sees, and the events since the previous frame. */
export interface Frame {
  view: View;
  happened: RoundEvent[];
}

/** A step at the table. With an action and a single frame, the learner only selects its cards. */
export interface TableStep {
  id: TableStepId;
  action: string | null;
  frames: Frame[];
}

export interface ValuedHand {
  cards: Card[];
  value: number;
  suit: string | null;
}

export interface Quiz {
  hands: ValuedHand[];
  best: number;
}

export interface Lesson {
  players: string[];
  options: Options;
  quizzes: Record<QuizId, Quiz>;
  summary: ValuedHand[];
  steps: TableStep[];
}

export type StepKind = "play" | "select" | "watch";

export function kindOf({ action, frames }: TableStep): StepKind {
  if (action === null) return "watch";
  return frames.length > 1 ? "play" : "select";
}

/** The action buttons of each step. */
export const BUTTONS: Partial<Record<TableStepId, ActionKind[]>> = {
  exchange: ["exchange"],
  pass: ["exchange", "all", "pass"],
  close: ["exchange", "exchange!"],
  dealer: ["keep", "take"],
  thirtyOne: ["exchange", "pass"],
  fire: ["exchange", "pass"],
};

/** Return the two cards that an action exchanges, as a selection. */
export function exchangedCards(view: View, action: string): Selection {
  const choice = view.choices.find((known) => known.action === action);
  const [given, taken] = [choice?.given, choice?.taken];
  if (given?.length !== 1 || taken?.length !== 1) return NO_SELECTION;
  return { given: given[0] ?? null, taken: taken[0] ?? null };
}

/** The result of an attempt; values come from the rules. */
export type Evaluation =
  { is: "right" } | { is: "same" } | { is: "less"; value: number; best: number } | { is: "unseen" };

/** Compare an attempt with the action that the step asks for. */
export function evaluate(view: View, expected: string, attempt: Choice): Evaluation {
  if (attempt.action === expected) return { is: "right" };
  const best = view.choices.find(({ action }) => action === expected)?.value ?? null;
  if (attempt.value === null || best === null) return { is: "unseen" };
  return attempt.value < best ? { is: "less", value: attempt.value, best } : { is: "same" };
}

/** The learner's position in the tutorial, saved so that a reload continues there. */
export interface LessonPosition {
  step: StepId;
  frame: number;
  solved: boolean;
}

export const START: LessonPosition = { step: STEPS[0], frame: 0, solved: false };

/** Parse a saved position; return the start if it is invalid. */
export function parsePosition(saved: string): LessonPosition {
  try {
    const found: unknown = JSON.parse(saved);
    if (typeof found !== "object" || found === null) return START;
    const step = STEPS.find((id) => id === Reflect.get(found, "step"));
    const frame: unknown = Reflect.get(found, "frame");
    if (step === undefined || typeof frame !== "number" || !Number.isInteger(frame)) return START;
    return { step, frame: Math.max(0, frame), solved: Reflect.get(found, "solved") === true };
  } catch {
    return START;
  }
}

/** Return the next or previous step. */
export const adjacentStep = (step: StepId, by: 1 | -1): StepId | undefined =>
  STEPS[STEPS.indexOf(step) + by];

/**
 * The steps of the tutorial, and the evaluation of the learner's attempts. The match is recorded by
 * scripts/lesson.py as the messages that a server sends.
 */
import type * as sent from "../api/generated";
import type { Card, Choice, View } from "../api/wire";

export const STEPS = [
  "aim",
  "worth",
  "exchange",
  "watch",
  "close",
  "lastTurns",
  "showdown",
  "dealer",
  "all",
  "thirtyOne",
  "swim",
  "end",
] as const;
export type StepId = (typeof STEPS)[number];

/** Delay between the moves of other players. */
export const PAUSE = 1200; // ms

/** A step at the table, which follows a message and ends with the learner's action, if any. */
export interface LessonStep {
  id: StepId;
  /** The number of the message; 0 is the welcome. */
  message: number;
  /** The action to play, or "deal" for the next round. */
  action: string | null;
}

export interface ValuedHand {
  cards: Card[];
  value: number;
  suit: string | null;
}

export interface Lesson {
  summary: ValuedHand[];
  steps: LessonStep[];
  welcome: sent.Welcome;
  events: sent.EventsMessage[];
}

/** Return the time that a learner waits for the other players, in ms. */
export function waitingTime({ steps }: Lesson): number {
  return steps.reduce((sum, { message }, i) => {
    const before = steps[i - 1];
    // The first message of a step is shown at once.
    return sum + Math.max(0, message - (before?.message ?? message) - 1) * PAUSE;
  }, 0);
}

/** Result of an attempt; values come from the rules. */
export type Evaluation =
  | { is: "right" }
  /** The attempt closes too early, or does not close. */
  | { is: "early" | "late" }
  | { is: "same" }
  | { is: "less"; value: number; best: number }
  | { is: "unseen" };

/** Compare an attempt with the action that the step requires. */
export function evaluate(view: View, expected: string, attempt: Choice): Evaluation {
  if (attempt.action === expected) return { is: "right" };
  const wanted = view.choices.find(({ action }) => action === expected);
  const best = wanted?.value ?? null;
  if (attempt.value === null || best === null) return { is: "unseen" };
  if (attempt.value < best) return { is: "less", value: attempt.value, best };
  if (attempt.closes === wanted?.closes) return { is: "same" };
  return { is: attempt.closes ? "early" : "late" };
}

/** Parse a saved position; return the first step if it is invalid. */
export function parsePosition(saved: string): StepId {
  return STEPS.find((id) => id === saved) ?? STEPS[0];
}

/** Return the next or previous step. */
export const adjacentStep = (step: StepId, by: 1 | -1): StepId | undefined =>
  STEPS[STEPS.indexOf(step) + by];

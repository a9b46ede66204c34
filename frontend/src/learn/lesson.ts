/**
 * The tutorial: its steps, what is seen in each, and whether what the learner tries is what the
 * step is about. Cards, values and outcomes come from the rules, by scripts/lesson.py.
 */
import type { Card, Choice, RoundEvent, Options, View } from "../api/wire";
import { type ActionKind, type Aim, NO_AIM } from "../table/hand/move-selection";

export const QUIZZES = ["suit", "points"] as const;
export const PLAYED = [
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
export const STEPS = [...QUIZZES, ...PLAYED, "end"] as const;

export type QuizId = (typeof QUIZZES)[number];
export type PlayedId = (typeof PLAYED)[number];
export type StepId = (typeof STEPS)[number];

/** What the learner sees, and what has happened since the frame before. */
export interface Frame {
  view: View;
  happened: RoundEvent[];
}

/** With an action and a frame after it: the learner plays it. With one frame: only aims at it. */
export interface PlayedStep {
  id: PlayedId;
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
  steps: PlayedStep[];
}

export type StepKind = "play" | "aim" | "watch";

export function kindOf({ action, frames }: PlayedStep): StepKind {
  if (action === null) return "watch";
  return frames.length > 1 ? "play" : "aim";
}

/** The buttons of a step: one thing at a time. */
export const BUTTONS: Partial<Record<PlayedId, ActionKind[]>> = {
  exchange: ["exchange"],
  pass: ["exchange", "all", "pass"],
  close: ["exchange", "exchange!"],
  dealer: ["keep", "take"],
  thirtyOne: ["exchange", "pass"],
  fire: ["exchange", "pass"],
};

/** The cards that an action exchanges one for one. */
export function aimOf(view: View, action: string): Aim {
  const choice = view.choices.find((known) => known.action === action);
  const [given, taken] = [choice?.given, choice?.taken];
  if (given?.length !== 1 || taken?.length !== 1) return NO_AIM;
  return { given: given[0] ?? null, taken: taken[0] ?? null };
}

/** How a try compares with what the step asks for; values are the rules' own. */
export type Verdict =
  { is: "right" } | { is: "same" } | { is: "less"; value: number; best: number } | { is: "unseen" };

export function judge(view: View, wanted: string, tried: Choice): Verdict {
  if (tried.action === wanted) return { is: "right" };
  const best = view.choices.find(({ action }) => action === wanted)?.value ?? null;
  if (tried.value === null || best === null) return { is: "unseen" };
  return tried.value < best ? { is: "less", value: tried.value, best } : { is: "same" };
}

/** Where somebody is: kept, so that a reload goes on there. */
export interface Place {
  step: StepId;
  frame: number;
  solved: boolean;
}

export const START: Place = { step: STEPS[0], frame: 0, solved: false };

export function placeOf(kept: string): Place {
  try {
    const found: unknown = JSON.parse(kept);
    if (typeof found !== "object" || found === null) return START;
    const step = STEPS.find((id) => id === Reflect.get(found, "step"));
    const frame: unknown = Reflect.get(found, "frame");
    if (step === undefined || typeof frame !== "number" || !Number.isInteger(frame)) return START;
    return { step, frame: Math.max(0, frame), solved: Reflect.get(found, "solved") === true };
  } catch {
    return START;
  }
}

export const besides = (step: StepId, by: 1 | -1): StepId | undefined =>
  STEPS[STEPS.indexOf(step) + by];

/** Reviews of the engine, as `game.review` makes them (docs/review.md). */
import type { Action, Game, Match } from "schwimmen";

export type Grade = "inaccuracy" | "mistake" | "blunder";

/** How much a review computes: the chances of all seats alone, or also every decision. */
export type Effort = "graph" | "decisions";

/** Estimated value and its standard error. */
export interface Estimate {
  value: number;
  error: number;
}

/** Change of a seat's chance from one moment to the next, by its cause. */
export interface Change {
  luck: number;
  error: number;
  others: number;
}

/** Legal action with its value to the seat to act, and its loss against the best one in points. */
export interface ReviewedAction {
  action: Action;
  value: number;
  error: number;
  loss: number;
  lossError: number;
}

/** Decision with more than one legal action, the best one first. */
export interface ReviewedDecision {
  seat: number;
  /** The action that was played. */
  chosen: Action;
  grade: Grade | null;
  /** Whether every other action is at least a mistake. */
  onlyMove: boolean;
  /** Whether the best two actions are about as good. */
  closeCall: boolean;
  actions: ReviewedAction[];
}

/** Moment of a match: before the first deal, after a deal, or after an action. */
export interface ReviewedMoment {
  /** Place among the moments of the match, from 0. */
  number: number;
  /** Number of the round, from 1; 0 before the first deal. */
  round: number;
  /** Seat that acted, or null after a deal and before the first one. */
  seat: number | null;
  action: Action | null;
  /** Value of the moment to every seat: a chance to win, or a lead in points. */
  chances: Estimate[];
  /** Change of every seat's value since the moment before; empty in a graph. */
  changes: Change[];
  /** Decision at this moment, if one was made. */
  decision: ReviewedDecision | null;
}

/** Account of a player: `luck + errors + others` is `result - before`, up to rounding. */
export interface Account {
  before: number;
  result: number;
  luck: number;
  errors: number;
  others: number;
}

/** Change of a player's chance by luck alone. */
export interface Swing {
  moment: number;
  change: number;
}

/** How well a player decided, and how lucky it was. */
export interface PlayerReview {
  seat: number;
  name: string;
  decisions: number;
  loss: number;
  /** Points lost in 100 decisions, or null without any. */
  errorRate: number | null;
  grades: Record<Grade, number>;
  account: Account;
  luckiest: Swing[];
  unluckiest: Swing[];
}

/** Review of a match; `players` is empty in a graph. */
export interface Review {
  rules: { preset: string; options: Record<string, unknown> };
  names: string[];
  seed: number;
  /** Whether the match is over. */
  complete: boolean;
  /** Whether values are estimated with data for similar rules. */
  rougher: boolean;
  moments: ReviewedMoment[];
  players: PlayerReview[];
}

/** Engine that reviews matches. */
export interface ReviewingGame extends Game {
  numberOfMoments(match: Match): number;
  /** Yield the moments of a match in order; the data of strong levels must be prepared. */
  review(
    match: Match,
    options: { effort: Effort; seed: number },
  ): Generator<ReviewedMoment, Review, void>;
}

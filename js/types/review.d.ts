/** Return how many moments a review of a match has. */
export function numberOfMoments(match: any): any;
/** Return a generator of the moments of a match, which returns its review. */
export function reviewOf(
  match: any,
  effort: any,
  seed: any,
): Generator<
  any,
  {
    format: any;
    rules: {
      preset: any;
      options: any;
    };
    names: any[];
    seed: any;
    complete: any;
    rougher: boolean;
    players: any;
    moments: any[];
  },
  unknown
>;
/**
 * Return the decision of the seat to act, with the estimates of a review with the same seed, and its
 * reasons if an action is `chosen`.
 */
export function hintFor(
  match: any,
  effort: any,
  seed: any,
  chosen: any,
): {
  seat: any;
  actions: any;
  reasons: any;
  onlyMove: any;
};
/**
 * Return the levels between which a player plays, by its reviews in matches by these rules with a
 * number of players; null with fewer than 100 decisions.
 */
export function levelRangeOf(kernel: any, rules: any, players: any, reviews: any): any;
/** Yield the moments of a match in order, by playing it again in `replay`, before its first deal. */
export function courseOf(
  match: any,
  replay: any,
  withDecisions: any,
): Generator<
  {
    decision: any;
    chosen: any;
    base: any;
    exact: any;
    number: number;
    round: number;
    dealtIn: never[];
    seat: null;
    action: null;
    event: null;
    sight: null;
    before: null;
  },
  void,
  unknown
>;
/** Throw an `EngineError` unless all data for the rest of a match are there. */
export function checkPrepared(match: any): void;
/**
 * Seed the random numbers by a function of the module, for what is at a place of the review; return
 * the seed.
 */
export function seedBy(kernel: any, seed: any, name: any, ...place: any[]): bigint;
/** Return records after their bytes have been set. */
export function filled(records: any, bytes: any): any;
/**
 * Review of a match, as `schwimmen review --json` prints it.
 */
export type Review = {
  format: string;
  rules: {
    preset: Preset;
    options: Partial<Options>;
  };
  names: string[];
  seed: number | bigint;
  /**
   * Whether the match is over.
   */
  complete: boolean;
  /**
   * Whether values come from a blueprint for similar rules.
   */
  rougher: boolean;
  /**
   * Reviews of the players; empty in a graph.
   */
  players: PlayerReview[];
  moments: ReviewedMoment[];
};
/**
 * Levels between which a player plays, by its decisions in reviewed matches of one kind.
 */
export type LevelRange = {
  weakest: Level;
  strongest: Level;
  decisions: number;
};
import type { Preset } from "../types.js";
import type { Options } from "../types.js";
import type { PlayerReview } from "../types.js";
import type { ReviewedMoment } from "../types.js";
import type { Level } from "../types.js";

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
/** Return the budgets of an effort, by its name. */
export function budgetsOf(
  {
    layout,
  }: {
    layout: any;
  },
  effort: any,
): any;
/** Throw an `EngineError` unless all data for the rest of a match are there. */
export function checkPrepared(match: any): void;
/**
 * Seed the random numbers by a function of the module, for what is at a place of the review; return
 * the seed.
 */
export function seedBy(kernel: any, seed: any, name: any, ...place: any[]): bigint;
/** Return records after their bytes have been set. */
export function filled(records: any, bytes: any): any;
export const NOTHING: -1;
export namespace MOMENT {
  export let number: number;
  export let round: number;
  export let dealtIn: never[];
  export let seat: null;
  export let action: null;
  export let event: null;
  export let base: null;
  export let exact: null;
  export let sight: null;
  export let before: null;
  export let decision: null;
  export { NOTHING as chosen };
}
/** Estimator of the moments of a match, whose records it keeps outside of the module. */
export class Estimator {
  constructor(
    kernel: any,
    {
      rules,
      players,
      totals,
    }: {
      rules: any;
      players: any;
      totals: any;
    },
    {
      moment,
      decision,
    }: {
      moment: any;
      decision: any;
    },
    seed: any,
  );
  format: any;
  withDecisions: boolean;
  /** Return the review of a moment; those before it have been reviewed. */
  review(moment: any): any;
  /** Return the record of a moment with its estimates, as bytes. */
  record({
    number,
    seat,
    base,
    exact,
    sight,
    before,
    event,
    decision,
    chosen,
  }: {
    number: any;
    seat: any;
    base: any;
    exact: any;
    sight: any;
    before: any;
    event: any;
    decision: any;
    chosen: any;
  }): any;
  /** Return the reviews of the players with these names; none in a graph. */
  players(names: any): any;
  /** Return whether a blueprint was made for these rules. */
  hasOwnBlueprint(players: any): any;
  #private;
}
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

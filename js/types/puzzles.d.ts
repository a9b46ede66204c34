/** Return a generator of the puzzles of a match, among the decisions of a seat or of all for null. */
export function puzzlesIn(
  game: any,
  match: any,
  seat: any,
  seed: any,
): Generator<any, void, unknown>;
/**
 * Decision in which one action is clearly the best, but not the obvious one.
 */
export type Puzzle = {
  preset: Preset;
  /**
   * Options that differ from the preset.
   */
  options: Partial<Options>;
  dealer: number;
  leader: number;
  /**
   * Lives or points of all seats before the round.
   */
  scores: number[];
  /**
   * Cards that have been dealt, in the order of the deal.
   */
  dealt: Card[];
  /**
   * Numbers of the actions since the deal.
   */
  actions: number[];
  /**
   * Value of the best action: percentage of matches won, or points ahead after
   * the round.
   */
  value: number;
  /**
   * Points that each legal action loses, in the order of the view's choices;
   * 63 or more as 63.
   */
  losses: number[];
  /**
   * How many of five attempts of each level found the
   * best action.
   */
  found: Partial<Record<Level, number>>;
  /**
   * Themes, the main one first.
   */
  themes: PuzzleTheme[];
  /**
   * Rating at which players would find it as often as the levels.
   */
  rating: number;
};
import type { Preset } from "../types.js";
import type { Options } from "../types.js";
import type { Card } from "../types.js";
import type { Level } from "../types.js";
import type { PuzzleTheme } from "../types.js";

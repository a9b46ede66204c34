/** Rules of all presets. */
export class Game extends PlayGame {
  /**
   * Return a generator of analyses of the decision of a seat, each with more worlds than the one
   * before.
   *
   * The decision is that of the seat of a view, or of the seat to act in a position (docs/positions.md).
   * A view is better, as it has the events of the round, from which much follows about the hands of
   * others. Each `next()` searches once. The data must have been fetched by `prepare` (`no_data`).
   * @param {View | string} viewOrPosition
   * @param {AnalysisOptions} [options]
   * @returns {Generator<DecisionAnalysis, void, void>}
   */
  analyse(
    viewOrPosition: View | string,
    { seed, ...limits }?: AnalysisOptions,
  ): Generator<DecisionAnalysis, void, void>;
  /**
   * Return a player of a level; equal seeds give equal play.
   *
   * Limits replace the search budget of a level that searches; other levels have none (`no_search`).
   * @template {Level} L
   * @param {L} level
   * @param {PlayerOptions & Limits} [options]
   * @returns {L extends "blueprint" ? BlueprintPlayer : Player}
   */
  player<L extends Level>(
    level: L,
    { seed, character, lessEffort, earlier, ...limits }?: PlayerOptions & Limits,
  ): L extends "blueprint" ? BlueprintPlayer : Player;
  /**
   * Fetch the data that strong levels need for a match, and for its rounds with fewer players; or for
   * the decision of a view or a position.
   *
   * Errors have the code `unreadable`, `damaged_data` or `no_memory`; a request that has failed may be
   * repeated.
   * @param {Match | View | string | { rules: Pick<Rules, "preset" | "options">,
   *   players: number | readonly string[] }} match
   * @returns {Promise<void>}
   */
  prepare(
    match:
      | Match
      | View
      | string
      | {
          rules: Pick<Rules, "preset" | "options">;
          players: number | readonly string[];
        },
  ): Promise<void>;
  /**
   * Return a generator of the moments of a match in order, which returns the review at its end.
   *
   * Each `next()` reviews one moment. The data must have been fetched by `prepare` (`no_data`).
   * @param {Match} match
   * @param {ReviewOptions} [options]
   * @returns {Generator<ReviewedMoment, Review, void>}
   */
  review(match: Match, { effort, seed }?: ReviewOptions): Generator<ReviewedMoment, Review, void>;
  /**
   * Return how many moments a review of a match has.
   * @param {Match} match
   * @returns {number}
   */
  numberOfMoments(match: Match): number;
  /**
   * Return the values of all actions of the seat to act, from its view alone.
   *
   * They are those of a review of the match with the same effort and seed; a view counts as one of the
   * first round. The reasons compare the best action with the first one that is not as good. If an
   * action is `chosen`, the reasons are those of a review in which it is played. The data must have
   * been fetched.
   * @param {View | Match} viewOrMatch
   * @param {HintOptions} [options]
   * @returns {Hint}
   */
  hint(viewOrMatch: View | Match, { effort, seed, chosen }?: HintOptions): Hint;
  /**
   * Return the levels between which a player plays; null with fewer than 100 decisions.
   *
   * `reviews` are those of the player in matches by the same `rules`, with the same number of
   * `players`. In at least four of five cases the levels include that of a bot.
   * @param {{ preset: Preset, options?: Partial<Options> }} rules As a review has them.
   * @param {number} players
   * @param {readonly Pick<PlayerReview, "decisions" | "loss" | "squares">[]} reviews
   * @returns {LevelRange | null}
   */
  levelRange(
    {
      preset,
      options,
    }: {
      preset: Preset;
      options?: Partial<Options>;
    },
    players: number,
    reviews: readonly Pick<PlayerReview, "decisions" | "loss" | "squares">[],
  ): LevelRange | null;
  /**
   * Return a generator of the puzzles of a match, at most one of each round.
   *
   * With a `seat`, only decisions of that seat may be puzzles. Equal seeds give equal puzzles, in Python,
   * too. Each candidate is estimated three times, and all levels try it. The data must have been fetched.
   * @param {Match} match
   * @param {PuzzleOptions} [options]
   * @returns {Generator<Puzzle, void, void>}
   */
  puzzlesIn(match: Match, { seat, seed }?: PuzzleOptions): Generator<Puzzle, void, void>;
  /**
   * Return the result of a seat and its luck with the deals, without a round that is still being
   * played.
   *
   * Each deal is compared with random ones that the seed determines. Throws `no_record` for a match
   * that was set up.
   * @param {Match} match
   * @param {number} seat
   * @param {{ seed?: number | bigint }} [options]
   * @returns {DealLuck}
   */
  dealLuck(
    match: Match,
    seat: number,
    {
      seed,
    }?: {
      seed?: number | bigint;
    },
  ): DealLuck;
  /**
   * Return the match of a record after its last action.
   *
   * Each further deal needs a pack, unless the match `continues`: then packs and shuffles that are not
   * given are random. The record is an object or its text. In a text a key that stands twice is an
   * error (`double_key`), as in Python.
   * @param {MatchRecord | string} record
   * @param {{ continues?: boolean }} [options]
   * @returns {Match}
   */
  fromRecord(
    record: MatchRecord | string,
    options?: {
      continues?: boolean;
    },
  ): Match;
  /**
   * Return a match that goes on from a position with scores (docs/positions.md).
   *
   * Unknown cards, later rounds and shuffles are random. `results` and the history begin at the
   * position; such a match has no record. Throws `bad_position`, whose message begins with the field
   * at fault.
   * @param {string} position
   * @param {{ players?: readonly string[], seed?: number | bigint }} [options] Names of the players,
   *   and the random seed; without it, the system's random numbers are used.
   * @returns {Match}
   */
  fromPosition(
    position: string,
    {
      players,
      seed,
    }?: {
      players?: readonly string[];
      seed?: number | bigint;
    },
  ): Match;
  #private;
}
export type ReviewOptions = {
  /**
   * Effort; `decisions` by default.
   */
  effort?: Effort | undefined;
  /**
   * Seed, 0 by default; equal seeds give equal reviews.
   */
  seed?: number | bigint | undefined;
};
/**
 * Options of a review, and the action with which the reasons compare the best one; by default the
 * first one that is not as good.
 */
export type HintOptions = ReviewOptions & {
  chosen?: string;
};
/**
 * Limits of an analysis, by default 4000 worlds, and its seed, by default 0; equal seeds and numbers
 * of worlds give equal analyses.
 */
export type AnalysisOptions = Limits & {
  seed?: number | bigint;
};
export type PuzzleOptions = {
  /**
   * Seat among whose decisions puzzles are looked for; all by default.
   */
  seat?: number | null | undefined;
  /**
   * Seed, 0 by default; equal seeds give equal puzzles.
   */
  seed?: number | bigint | undefined;
};
import { PlayGame } from "./play.js";
import type { View } from "../types.js";
import { DecisionAnalysis } from "./analyse.js";
import type { Level } from "../types.js";
import type { PlayerOptions } from "./play.js";
import type { Limits } from "./limits.js";
import { BlueprintPlayer } from "./players.js";
import type { Player } from "./player.js";
import { Match } from "./match.js";
import type { Rules } from "../types.js";
import type { ReviewedMoment } from "../types.js";
import type { Review } from "./review.js";
import type { Hint } from "../types.js";
import type { Preset } from "../types.js";
import type { Options } from "../types.js";
import type { PlayerReview } from "../types.js";
import type { LevelRange } from "./review.js";
import type { Puzzle } from "./puzzles.js";
import type { DealLuck } from "./luck.js";
import type { MatchRecord } from "./record.js";
import type { Effort } from "../types.js";

/** Rules that have been loaded, for play and study. */

/** @import { Character, Effort, Hint, Level, Options, PlayerReview } from "./types.js" */
/** @import { Preset, ReviewedMoment, Rules, View } from "./types.js" */
/** @import { Limits } from "./limits.js" */
/** @import { Player } from "./player.js" */
/** @import { PlayerOptions } from "./play.js" */
/** @import { Puzzle } from "./puzzles.js" */
/** @import { DealLuck } from "./luck.js" */
/** @import { MatchRecord } from "./record.js" */
/** @import { LevelRange, Review } from "./review.js" */

import { analysesOf, DecisionAnalysis, viewOf } from "./analyse.js";
import { namesOf, seedOf } from "./arguments.js";
import { checkNumber, EngineError, filled } from "./errors.js";
import { hintFor } from "./hint.js";
import { parseJson } from "./json.js";
import { isLimited, limitsOf } from "./limits.js";
import { dealLuck } from "./luck.js";
import { goOn, Match } from "./match.js";
import { chanceOf, kernelOf, PlayGame, stateOf } from "./play.js";
import { checkMatch } from "./player.js";
import { BlueprintPlayer, SearchPlayer } from "./players.js";
import { readPosition } from "./position.js";
import { puzzlesIn } from "./puzzles.js";
import { levelRangeOf, numberOfMoments, reviewOf } from "./review.js";

/**
 * @typedef {object} ReviewOptions
 * @property {Effort} [effort] Effort; `decisions` by default.
 * @property {number | bigint} [seed] Seed, 0 by default; equal seeds give equal reviews.
 */

/**
 * Options of a review, and the action with which the reasons compare the best one; by default the
 * first one that is not as good.
 * @typedef {ReviewOptions & { chosen?: string }} HintOptions
 */

/**
 * Limits of an analysis, by default 4000 worlds, and its seed, by default 0; equal seeds and numbers
 * of worlds give equal analyses.
 * @typedef {Limits & { seed?: number | bigint }} AnalysisOptions
 */

/**
 * @typedef {object} PuzzleOptions
 * @property {number | null} [seat] Seat among whose decisions puzzles are looked for; all by default.
 * @property {number | bigint} [seed] Seed, 0 by default; equal seeds give equal puzzles.
 */

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
  analyse(viewOrPosition, { seed = 0, ...limits } = {}) {
    const kernel = kernelOf(this);
    const given = limitsOf(kernel, limits);
    const within = isLimited(given) ? given : kernel.layout.analysis.limit;
    const view = this.#viewOf(viewOrPosition);
    return analysesOf(kernel, this.#rulesOf, view, within, seedOf(seed));
  }

  /**
   * Return a player of a level; equal seeds give equal play.
   *
   * Limits replace the search budget of a level that searches; other levels have none (`no_search`).
   * @template {Level} L
   * @param {L} level
   * @param {PlayerOptions & Limits} [options]
   * @returns {L extends "blueprint" ? BlueprintPlayer : Player}
   */
  player(level, { seed, character = null, lessEffort = false, earlier = true, ...limits } = {}) {
    const kernel = kernelOf(this);
    const given = limitsOf(kernel, limits);
    const options = { character, lessEffort, earlier };
    if (isLimited(given))
      return new SearchPlayer(kernel.layout.codes, level, options, stateOf(seed), given);
    if (level === "blueprint")
      return new BlueprintPlayer({ kernel, rulesOf: this.#rulesOf }, level, options, stateOf(seed));
    return super.player(level, { seed, ...options });
  }

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
  async prepare(match) {
    const { rules, seats, players = seats?.length } = this.#viewOf(match) ?? {};
    await super.prepare({ rules, players });
  }

  #viewOf(given) {
    return typeof given === "string" ? viewOf(kernelOf(this), this.#rulesOf, given) : given;
  }

  #rulesOf = (preset, options) => this.rules(preset, options);

  /**
   * Return a generator of the moments of a match in order, which returns the review at its end.
   *
   * Each `next()` reviews one moment. The data must have been fetched by `prepare` (`no_data`).
   * @param {Match} match
   * @param {ReviewOptions} [options]
   * @returns {Generator<ReviewedMoment, Review, void>}
   */
  review(match, { effort = kernelOf(this).layout.review.effort, seed = 0 } = {}) {
    checkMatch(match);
    seedOf(seed);
    return reviewOf(match, effort, seed);
  }

  /**
   * Return how many moments a review of a match has.
   * @param {Match} match
   * @returns {number}
   */
  numberOfMoments(match) {
    checkMatch(match);
    return numberOfMoments(match);
  }

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
  hint(viewOrMatch, { effort = kernelOf(this).layout.review.effort, seed = 0, chosen } = {}) {
    seedOf(seed);
    return hintFor(kernelOf(this), this.#rulesOf, viewOrMatch, effort, seed, chosen);
  }

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
  levelRange({ preset, options }, players, reviews) {
    const rules = this.rules(preset, options);
    checkNumber("players", players, 2, rules.options.max_players);
    return levelRangeOf(kernelOf(this), rules, players, reviews);
  }

  /**
   * Return a generator of the puzzles of a match, at most one of each round.
   *
   * With a `seat`, only decisions of that seat may be puzzles. Equal seeds give equal puzzles, in Python,
   * too. Each candidate is estimated three times, and all levels try it. The data must have been fetched.
   * @param {Match} match
   * @param {PuzzleOptions} [options]
   * @returns {Generator<Puzzle, void, void>}
   */
  puzzlesIn(match, { seat = null, seed = 0 } = {}) {
    checkMatch(match);
    seedOf(seed);
    return puzzlesIn(this, match, seat, seed);
  }

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
  dealLuck(match, seat, { seed = 0 } = {}) {
    checkMatch(match);
    checkNumber("seat", seat, 0, match.players.length - 1);
    return dealLuck(match, seat, seedOf(seed));
  }

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
  fromRecord(record, options) {
    return super.fromRecord(typeof record === "string" ? parseJson(record) : record, options);
  }

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
  fromPosition(position, { players, seed } = {}) {
    const kernel = kernelOf(this);
    const read = readPosition(kernel, (...given) => this.rules(...given), position);
    const { rules, hands, record } = read;
    const names = namesOf(players ?? hands.length, rules.options.max_players);
    if (names.length !== hands.length)
      throw new EngineError(
        "out_of_range",
        filled(kernel.layout.positions.texts.players, {
          number: hands.length,
          other: names.length,
        }),
        { name: "players", value: names.length, least: hands.length, most: hands.length },
      );
    const match = new Match(kernel, rules, names, record.dealer, chanceOf(seed));
    goOn(match, read);
    return match;
  }
}

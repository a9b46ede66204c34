/** Rules that have been loaded, with the memory in which they are applied. */

/** @import { Character, Effort, Level, Options, PlayerReview } from "./types.js" */
/** @import { Preset, ReviewedMoment, Rules } from "./types.js" */
/** @import { Puzzle } from "./puzzles.js" */
/** @import { DealLuck } from "./luck.js" */
/** @import { MatchRecord } from "./record.js" */
/** @import { Hint, LevelRange, Review } from "./review.js" */

import { Data } from "./data.js";
import { namesOf, seedOf } from "./arguments.js";
import { bitsOf, Decoder } from "./decode.js";
import { checkNumber, EngineError, filled, quote } from "./errors.js";
import { parseJson } from "./json.js";
import { dealLuck } from "./luck.js";
import { drawAtRandom, goOn, Match, setUp } from "./match.js";
import { checkMatch, Player } from "./player.js";
import { readPosition } from "./position.js";
import { puzzlesIn } from "./puzzles.js";
import { playRecord } from "./record.js";
import { hintFor, levelRangeOf, numberOfMoments, reviewOf } from "./review.js";

/**
 * @typedef {object} MatchOptions
 * @property {Preset} [preset] Name of a preset, by default `pagat`.
 * @property {Partial<Options>} [options] Options that are changed, by their names in RULES.md.
 * @property {number | readonly string[]} [players] Number of players or their names, by default 3.
 * @property {number | bigint} [seed] Random seed; without it, the system's random numbers are used.
 * @property {number} [dealer] Dealer of the first round, by default at random.
 * @property {number} [leader] Leader of the first round. A match with a leader or scores has no
 *   record.
 * @property {readonly number[]} [scores] Lives or points of all seats before the first round. A player
 *   without a life swims.
 * @property {string} [pack] Pack of the first round in the order of the deal, by default at random.
 */

/**
 * @typedef {object} PlayerOptions
 * @property {number | bigint} [seed] Seed of the player; random by default.
 * @property {Character | null} [character] Name of a character; null, the default, is the plain level.
 * @property {boolean} [lessEffort] Whether the player chooses with less effort while the data that its
 *   level needs are not there; by default that is an error (`no_data`).
 */

/**
 * @typedef {object} ReviewOptions
 * @property {Effort} [effort] Effort; `decisions` by default.
 * @property {number | bigint} [seed] Seed, 0 by default; equal seeds give equal reviews.
 */

/**
 * Options of a review, and the action with which the reasons compare the best one; it is the second
 * best one by default.
 * @typedef {ReviewOptions & { chosen?: string }} HintOptions
 */

/**
 * @typedef {object} PuzzleOptions
 * @property {number | null} [seat] Seat among whose decisions puzzles are looked for; all by default.
 * @property {number | bigint} [seed] Seed, 0 by default; equal seeds give equal puzzles.
 */

/** Rules of all presets. */
export class Game {
  #layout;
  #kernel;

  /**
   * `folder` is a function that returns the URL of the folder of the data.
   * @private `load` returns games.
   */
  constructor(engine, folder) {
    this.#layout = engine.layout;
    this.#kernel = new Kernel(engine, folder);
  }

  /** Names of the presets. @returns {Preset[]} */
  get presets() {
    return Object.keys(this.#layout.presets);
  }

  /**
   * Return the rules of a preset, with some options changed.
   * @param {Preset} preset
   * @param {Partial<Options>} [options]
   * @returns {Rules}
   */
  rules(preset, options = {}) {
    if (typeof options !== "object" || options === null || Array.isArray(options))
      throw new EngineError("wrong_type", `options: ${quote(options)} is not an object`, {
        name: "options",
      });
    this.#kernel.encode({ preset, changed: options });
    const defaults = this.#layout.presets[preset];
    const changed = Object.entries(options).filter(([name, value]) => value !== defaults[name]);
    return {
      preset,
      changed: Object.fromEntries(changed),
      options: { ...defaults, ...options },
      ...this.#kernel.usesOfRules(),
    };
  }

  /**
   * Return a match, of which the first round is dealt.
   * @param {MatchOptions} [options]
   * @returns {Match}
   */
  match({ preset = "pagat", options, players = 3, seed, dealer, leader, scores, pack } = {}) {
    const match = this.#match(preset, options, players, dealer, chanceOf(seed));
    if (leader !== undefined || scores !== undefined) setUp(match, leader, scores);
    match.deal(pack);
    return match;
  }

  /** Names of the levels, from weak to strong, and of baselines that measure them. @returns {Level[]} */
  get levels() {
    return [...this.#layout.codes.levels];
  }

  /** Names of the characters, small biases that some levels may have. @returns {Character[]} */
  get characters() {
    return this.#layout.codes.characters.slice(1);
  }

  /**
   * Return a player of a level; equal seeds give equal play.
   * @param {Level} level
   * @param {PlayerOptions} [options]
   * @returns {Player}
   */
  player(level, { seed, character = null, lessEffort = false } = {}) {
    const chance =
      seed === undefined
        ? crypto.getRandomValues(new BigUint64Array(1))[0]
        : BigInt.asUintN(64, seedOf(seed));
    return new Player(this.#layout.codes, level, { character, lessEffort }, chance);
  }

  /**
   * Fetch the data that strong levels need for a match, and for its rounds with fewer players.
   *
   * Errors have the code `unreadable`, `damaged_data` or `no_memory`; a request that has failed may be
   * repeated.
   * @param {Match | { rules: Pick<Rules, "preset" | "options">, players: number | readonly string[] }}
   *   match
   * @returns {Promise<void>}
   */
  async prepare(match) {
    const { rules, players } = match ?? {};
    const known = this.rules(rules?.preset, rules?.options);
    const names = namesOf(players, known.options.max_players);
    await this.#kernel.data.fetch(this.#kernel.encode(known), names.length);
  }

  /**
   * Return a generator of the moments of a match in order, which returns the review at its end.
   *
   * Each `next()` reviews one moment. The data must have been fetched by `prepare` (`no_data`).
   * @param {Match} match
   * @param {ReviewOptions} [options]
   * @returns {Generator<ReviewedMoment, Review, void>}
   */
  review(match, { effort = this.#layout.review.effort, seed = 0 } = {}) {
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
   * They are those of a review with the same effort and seed; the reasons compare the best two. If an
   * action is `chosen`, the reasons are those of a review in which it is played. The data must have
   * been fetched.
   * @param {Match} match
   * @param {HintOptions} [options]
   * @returns {Hint}
   */
  hint(match, { effort = this.#layout.review.effort, seed = 0, chosen } = {}) {
    checkMatch(match);
    seedOf(seed);
    return hintFor(match, effort, seed, chosen);
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
    return levelRangeOf(this.#kernel, rules, players, reviews);
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
  fromRecord(record, { continues = false } = {}) {
    const read = typeof record === "string" ? parseJson(record) : record;
    const match = playRecord(read, this.#kernel, (preset, options, players, dealer) =>
      this.#match(preset, options, players, dealer, null),
    );
    if (continues) drawAtRandom(match);
    return match;
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
    const kernel = this.#kernel;
    const read = readPosition(kernel, (...given) => this.rules(...given), position);
    const { rules, hands, record } = read;
    const names = namesOf(players ?? hands.length, rules.options.max_players);
    if (names.length !== hands.length)
      throw new EngineError(
        "out_of_range",
        filled(this.#layout.positions.texts.players, { number: hands.length, other: names.length }),
        { name: "players", value: names.length, least: hands.length, most: hands.length },
      );
    const match = new Match(kernel, rules, names, record.dealer, chanceOf(seed));
    goOn(match, read);
    return match;
  }

  #match(preset, options, players, dealer, chance) {
    const rules = this.rules(preset, options);
    const names = namesOf(players, rules.options.max_players);
    if (dealer !== undefined) checkNumber("dealer", dealer, 0, names.length - 1);
    return new Match(this.#kernel, rules, names, dealer, chance);
  }
}

/** Return the state of random numbers from a seed; "system" without one. */
function chanceOf(seed) {
  return seed === undefined ? "system" : BigInt.asUintN(64, seedOf(seed));
}

/** Functions of the module, and the arrays on which they work. */
class Kernel {
  #engine;

  constructor(engine, folder) {
    const { layout } = engine;
    this.#engine = engine;
    this.layout = layout;
    this.decoder = new Decoder(layout);
    this.wireDecoder = new Decoder(layout, { forWire: true });
    this.data = new Data(engine, folder);
    const { choices, events, losses, cards } = layout.limits;
    this.rules = engine.allocate("rules");
    this.moved = engine.allocate("rounds", 2); // the round, and the one before its last move
    this.rounds = this.moved.first();
    this.matches = engine.allocate("matches");
    this.views = engine.allocate("views");
    this.choices = engine.allocate("choices", choices);
    this.events = engine.allocate("events", events);
    this.results = engine.allocate("results");
    this.losses = engine.allocate("losses", losses);
    this.policies = engine.allocate("policies");
    this.space = engine.allocate("rounds");
    this.rng = engine.allocate("rng");
    this.cards = engine.allocate("cards", cards);
  }

  /** Call a function of the module; return its whole numbers. */
  call(name, ...given) {
    return this.#engine.call(name, ...given);
  }

  /** Return what a function returns that allocates arrays for the time of its run. */
  borrow(run) {
    return this.#engine.borrow(() => run((...given) => this.#engine.allocate(...given)));
  }

  /** Return the cards of the pack of rules, as a set. */
  packOf(rules) {
    return this.layout.packs[rules.options.pack].reduce((all, card) => all + 2 ** card, 0);
  }

  /** Return what the rules last encoded use: kinds of action, and options that change the game. */
  usesOfRules() {
    const [options, kinds] = this.call("rule_uses", this.rules).map(bitsOf);
    return {
      actions: kinds.map((kind) => this.layout.codes.actionKinds[kind]),
      applying: options.map((option) => this.layout.options[option].name),
    };
  }

  /** Return a new array of records with the numbers of objects. */
  written(allocate, kind, all) {
    const records = allocate(kind, all.length);
    all.forEach((one, place) => {
      for (const [field, value] of Object.entries(one)) records.set(field, value, 0, place);
    });
    return records;
  }

  /** Return the record of rules. */
  encode({ preset, changed }) {
    return this.#engine.ruleSet(preset, changed, this.rules).bytes().slice();
  }

  /** Return a copy of each of the first records of an array. */
  copies(records, count) {
    return Array.from({ length: count }, (_, place) =>
      records.bytes().slice(place * records.size, (place + 1) * records.size),
    );
  }
}

/** What a table needs of the rules: matches with their records, and players. */

/** @import { Character, Level, Options, Preset, Rules } from "./types.js" */
/** @import { MatchRecord } from "./record.js" */

import { Data } from "./data.js";
import { folderOf, namesOf, seedOf } from "./arguments.js";
import { bitsOf, Decoder } from "./decode.js";
import { Engine } from "./engine.js";
import { checkNumber, EngineError, quote } from "./errors.js";
import { drawAtRandom, Match, setUp } from "./match.js";
import { Player } from "./player.js";
import { playRecord } from "./record.js";

/** Return the functions of the module of a game, and the arrays on which they work. */
export let kernelOf;

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
 * @property {boolean} [earlier] Whether a level that searches counts, heads-up, what the opponent did
 *   in earlier rounds of the match; true by default.
 */

/** Rules of all presets, for play. */
export class PlayGame {
  #layout;
  #kernel;

  static {
    kernelOf = (game) => game.#kernel;
  }

  /**
   * `folder` is a function that returns the URL of the folder of the data.
   * @protected `load` returns games.
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
  player(level, { seed, character = null, lessEffort = false, earlier = true } = {}) {
    const options = { character, lessEffort, earlier };
    return new Player(this.#layout.codes, level, options, stateOf(seed));
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
   * Return the match of a record after its last action.
   *
   * Each further deal needs a pack, unless the match `continues`: then packs and shuffles that are not
   * given are random.
   * @param {MatchRecord} record
   * @param {{ continues?: boolean }} [options]
   * @returns {Match}
   */
  fromRecord(record, { continues = false } = {}) {
    const match = playRecord(record, this.#kernel, (preset, options, players, dealer) =>
      this.#match(preset, options, players, dealer, null),
    );
    if (continues) drawAtRandom(match);
    return match;
  }

  #match(preset, options, players, dealer, chance) {
    const rules = this.rules(preset, options);
    const names = namesOf(players, rules.options.max_players);
    if (dealer !== undefined) checkNumber("dealer", dealer, 0, names.length - 1);
    return new Match(this.#kernel, rules, names, dealer, chance);
  }
}

/**
 * Load rules for play.
 * @param {{ module: BufferSource | URL, data: string | URL }} options
 * @returns {Promise<PlayGame>}
 */
export async function loadPlay({ module, data }) {
  return new PlayGame(await Engine.load(module), folderOf(data));
}

/** Return the state of random numbers from a seed; "system" without one. */
export function chanceOf(seed) {
  return seed === undefined ? "system" : BigInt.asUintN(64, seedOf(seed));
}

/** Return the state of a player's random numbers from a seed; a random one without it. */
export function stateOf(seed) {
  const chance = chanceOf(seed);
  return chance === "system" ? crypto.getRandomValues(new BigUint64Array(1))[0] : chance;
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

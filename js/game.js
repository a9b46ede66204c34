/** Rules that have been loaded, with the memory in which they are applied. */

import { Data } from "./data.js";
import { bitsOf, Decoder } from "./decode.js";
import { checkNumber, EngineError, quote } from "./engine.js";
import { parseJson } from "./json.js";
import { CONTINUE, Match, SET_UP } from "./match.js";
import { checkMatch, Player } from "./player.js";
import { puzzlesIn } from "./puzzles.js";
import { playRecord } from "./record.js";
import { hintFor, numberOfMoments, reviewOf } from "./review.js";

/** Rules of all presets; `load` returns them. */
export class Game {
  #layout;
  #kernel;

  /** `folder` is the URL of the data. */
  constructor(engine, layout, folder) {
    this.#layout = layout;
    this.#kernel = new Kernel(engine, layout, folder);
  }

  /** Names of the presets. */
  get presets() {
    return Object.keys(this.#layout.presets);
  }

  /** Return the rules of a preset, with some options changed. */
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

  /** Return a match, of which the first round is dealt. */
  match({ preset = "pagat", options, players = 3, seed, dealer, leader, scores, pack } = {}) {
    const chance = seed === undefined ? "system" : BigInt.asUintN(64, seedOf(seed));
    const match = this.#match(preset, options, players, dealer, chance);
    if (leader !== undefined || scores !== undefined) match[SET_UP](leader, scores);
    match.deal(pack);
    return match;
  }

  /** Names of the levels, from weak to strong, and of baselines that measure them. */
  get levels() {
    return [...this.#layout.codes.levels];
  }

  /** Names of the characters, small biases that some levels may have. */
  get characters() {
    return this.#layout.codes.characters.slice(1);
  }

  /** Return a player of a level; equal seeds give equal play. */
  player(level, { seed, character = null } = {}) {
    const chance =
      seed === undefined
        ? crypto.getRandomValues(new BigUint64Array(1))[0]
        : BigInt.asUintN(64, seedOf(seed));
    return new Player(this.#layout.codes, level, character, chance);
  }

  /** Fetch the data that strong levels need for a match, and for its rounds with fewer players. */
  async prepare({ rules, players } = {}) {
    const known = this.rules(rules?.preset, rules?.options);
    const names = namesOf(players, known.options.max_players);
    await this.#kernel.data.fetch(this.#kernel.encode(known), names.length);
  }

  /**
   * Return a generator of the moments of a match, reviewed one by one, which returns its review.
   *
   * `prepare` has fetched the data. Equal seeds give equal reviews.
   */
  review(match, { effort = this.#layout.review.effort, seed = 0 } = {}) {
    checkMatch(match);
    seedOf(seed);
    return reviewOf(match, effort, seed);
  }

  /** Return how many moments a review of a match has. */
  numberOfMoments(match) {
    checkMatch(match);
    return numberOfMoments(match);
  }

  /** Return the values of all actions of the seat to act, by its view alone, as a review has them. */
  hint(match, { effort = this.#layout.review.effort, seed = 0, chosen } = {}) {
    checkMatch(match);
    seedOf(seed);
    return hintFor(match, effort, seed, chosen);
  }

  /** Return a generator of the puzzles among the decisions of a seat in a reviewed match. */
  puzzlesIn(match, review, seat) {
    checkMatch(match);
    return puzzlesIn(this, match, review, seat);
  }

  /**
   * Return the match of a record after its last action. Unless it `continues`, it draws nothing at
   * random.
   *
   * The record is an object, or the text of one.
   */
  fromRecord(record, { continues = false } = {}) {
    const read = typeof record === "string" ? parseJson(record) : record;
    const match = playRecord(read, this.#kernel, (preset, options, players, dealer) =>
      this.#match(preset, options, players, dealer, null),
    );
    if (continues) match[CONTINUE]();
    return match;
  }

  #match(preset, options, players, dealer, chance) {
    const rules = this.rules(preset, options);
    const names = namesOf(players, rules.options.max_players);
    if (dealer !== undefined) checkNumber("dealer", dealer, 0, names.length - 1);
    return new Match(this.#kernel, rules, names, dealer, chance);
  }
}

/** Functions of the module, and the arrays on which they work. */
class Kernel {
  #engine;

  constructor(engine, layout, folder) {
    this.#engine = engine;
    this.layout = layout;
    this.decoder = new Decoder(layout);
    this.wireDecoder = new Decoder(layout, { forWire: true });
    this.data = new Data(engine, layout, folder);
    const { choices, events, losses, cards } = layout.limits;
    this.rules = engine.allocate("rules");
    this.rounds = engine.allocate("rounds");
    this.history = engine.allocate("rounds", 2);
    this.matches = engine.allocate("matches");
    this.noMatch = engine.allocate("matches", 0);
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
    return this.#engine.borrow(() => run((kind, count) => this.#engine.allocate(kind, count)));
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

function seedOf(seed) {
  if (typeof seed === "bigint") return seed;
  return BigInt(checkNumber("seed", seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
}

function namesOf(players, most) {
  if (typeof players === "number") {
    checkNumber("players", players, 2, most);
    return Array.from({ length: players }, (_, seat) => `Player ${seat + 1}`);
  }
  if (!Array.isArray(players) || !players.every((name) => typeof name === "string"))
    throw new EngineError("wrong_type", "players: a number or a list of names", {
      name: "players",
    });
  checkNumber("players", players.length, 2, most);
  return [...players];
}

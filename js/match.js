/** Matches: rounds until one or more players have won. */

import { bitsOf } from "./decode.js";
import { checkNumber, EngineError, quote } from "./engine.js";
import { lookAhead } from "./search.js";

const NO_SEAT = -1;
const MOST = 1e6; // score that a match may be set up with

/** Name of the method by which a player decides. */
export const DECIDE = Symbol("decide");

/** Name of the property that says whether all data for the match have been fetched. */
export const PREPARED = Symbol("prepared");

/** Name of the property with what reviews and puzzles need of a match. */
export const INSIDE = Symbol("inside");

/** Name of the method after which a match of a record draws at random. */
export const CONTINUE = Symbol("continue");

/** Name of the property with the methods that return what messages have. */
export const WIRE = Symbol("wire");

/** Name of the method that sets the leader and the scores of a match before its first deal. */
export const SET_UP = Symbol("set up");

/**
 * Match, which `Game.match` and `Game.fromRecord` return.
 *
 * Its records lie outside of the module and are copied into it for each call, so that a match needs
 * no release, and that an error leaves it unchanged.
 */
export class Match {
  #kernel;
  #encoded; // rules
  #state; // replaced by each step as a whole

  /** `chance` is the state of the random numbers, "system", or null for none. */
  constructor(kernel, rules, players, dealer, chance) {
    this.#kernel = kernel;
    /** Rules of the match. */
    this.rules = rules;
    /** Names of the players, by seat. */
    this.players = players;
    this.#encoded = kernel.encode(rules);
    this.#state = { chance, match: null, round: null, rounds: [], results: [] };
    if (dealer === undefined) [dealer] = this.#draw("randbelow", kernel.rng, players.length);
    /** Dealer of the first round. */
    this.firstDealer = dealer;
    kernel.matches.bytes().fill(0);
    kernel.call("start_match", kernel.rules, kernel.matches, 0, players.length, dealer);
    this.#state.match = kernel.matches.bytes().slice();
    this.#state.course = { rounds: [], matches: [this.#state.match] };
  }

  /** Seat to act, or null between rounds and after the end. */
  get toAct() {
    return this.#running ? this.#state.round.toAct : null;
  }

  /** Names of the legal actions of the seat to act. */
  get legalActions() {
    return this.toAct === null ? [] : this.#choices().map((choice) => choice.action);
  }

  /** Whether the match has been decided. */
  get over() {
    return this.#scores().over;
  }

  /** Seats that have won; empty until the match is over. */
  get winners() {
    return this.#scores().winners;
  }

  /** Dealer of the current round, or of the next one between rounds. */
  get dealer() {
    return this.#running ? this.view().dealer : this.#scores().dealer;
  }

  /** Leader of the current round, or of the next one between rounds. */
  get leader() {
    return this.#running ? this.view().leader : this.#scores().leader;
  }

  /** Chips of each seat, or null in a game for points. */
  get lives() {
    return this.#scores().lives;
  }

  /** Status of each seat, or null in a game for points. */
  get status() {
    return this.#scores().status;
  }

  /** Points of each seat, or null in a game for lives. */
  get totals() {
    return this.#scores().totals;
  }

  /** Results of the rounds played. */
  get results() {
    return this.#state.results.map((one) => this.#kernel.decoder.result(one, this.rules));
  }

  /** Deal the next round, from a pack in the order of the deal or at random. */
  deal(pack) {
    if (this.#running) throw new EngineError("round_running", "the round is not over yet");
    if (this.over) throw new EngineError("match_over", "the match is over");
    const kernel = this.#kernel;
    const cards = kernel.layout.packs[this.rules.options.pack];
    const given = pack === undefined ? null : this.#order("pack", pack, cards);
    if (given === null && this.#state.chance === null)
      throw new EngineError("no_chance", "a match of a record needs a pack for each deal");
    this.#step((state) => {
      const order = given ?? this.#shuffled(cards);
      kernel.rounds.bytes().fill(0);
      order.forEach((card, place) => kernel.rounds.set("pack", card, place));
      const [active] = kernel.call("active", kernel.matches, 0);
      const { dealer, leader } = this.#scores();
      const [phase, seat] = kernel.call(
        "deal_round",
        kernel.rules,
        kernel.rounds,
        0,
        this.players.length,
        active,
        dealer,
        leader,
      );
      kernel.history.bytes(1).set(kernel.rounds.bytes());
      const [count] = kernel.call("deal_events", kernel.rules, kernel.history, 0, kernel.events);
      const events = this.#events(count);
      state.round = { ...events, lastActions: {}, losses: [], replayed: false };
      state.rounds = [
        ...state.rounds,
        { pack: kernel.decoder.cardsOf(order).join(" "), shuffles: [], actions: [] },
      ];
      return [phase, seat];
    });
  }

  /** Play an action for the seat to act, by its name, its number, or a choice of its view. */
  play(action, shuffle) {
    const kernel = this.#kernel;
    this.#round();
    const given = nameOrNumber(action);
    this.#step((state) => {
      const actor = this.toAct;
      const number = typeof given === "string" ? this.#numberOf(given) : given;
      let [code, phase, seat] = kernel.call("play", kernel.rules, kernel.rounds, 0, number);
      this.#checkLegal(given, code);
      kernel.history.bytes(1).set(this.#state.round.record);
      let [count] = kernel.call(
        "play_events",
        kernel.rules,
        kernel.history,
        0,
        number,
        kernel.events,
      );
      let events = this.#events(count);
      const name = events.history[0].action;
      const recorded = { ...state.rounds.at(-1) };
      recorded.actions = [...recorded.actions, name];
      if (phase === kernel.layout.phases.shuffle) {
        const order = this.#shuffleAside(shuffle);
        for (const rounds of [kernel.rounds, kernel.history])
          order.forEach((card, place) => rounds.set("aside", card, place));
        [phase, seat] = kernel.call("recycle", kernel.rules, kernel.rounds, 0);
        [count] = kernel.call("recycle_events", kernel.rules, kernel.history, 0, kernel.events);
        events = joined(events, this.#events(count));
        recorded.shuffles = [...recorded.shuffles, kernel.decoder.cardsOf(order).join(" ")];
      } else if (shuffle !== undefined)
        throw new EngineError("unneeded_shuffle", "a shuffle was given but none is needed");
      state.rounds = [...state.rounds.slice(0, -1), recorded];
      state.round = {
        ...state.round,
        ...joined(state.round, events),
        lastActions: { ...state.round.lastActions, [actor]: name },
      };
      return [phase, seat];
    });
  }

  /**
   * Return the action that a level chooses for the seat to act, its policy under these rules, and
   * the state of its random numbers afterwards. Without a `policy` it is prepared.
   */
  [DECIDE](level, character, policy, chance) {
    if (this.toAct === null)
      throw new EngineError("not_to_act", "no seat is to act, so a player has nothing to choose");
    const { rules, views, policies, rng, space, data, layout } = this.#kernel;
    const seat = this.toAct;
    const choices = this.#choices(); // the view is in the module now
    if (policy === undefined) {
      policies.bytes().fill(0);
      const pack = this.#kernel.packOf(this.rules);
      this.#kernel.call("prepare", rules, pack, level, character, policies);
      policy = policies.bytes().slice();
    } else policies.bytes().set(policy);
    const numbers = () => new BigUint64Array(rng.bytes().buffer, rng.pointer, 1); // memory may grow
    numbers()[0] = chance;
    const { levels, levelsThatSearch } = layout.codes;
    let number;
    if (!levelsThatSearch.includes(levels[level])) {
      const blueprint = data.blueprint(this.#encoded, this.#active);
      [number] = this.#kernel.call("choose", rules, views, seat, policies, blueprint, rng, space);
    } else if (choices.length === 1) [{ number }] = choices;
    else number = lookAhead(this.#kernel, this.#sight(seat));
    const { action } = choices.find((one) => one.number === number);
    return { action, policy, chance: numbers()[0] };
  }

  get [INSIDE]() {
    const kernel = this.#kernel;
    const { match, round, rounds, course } = this.#state;
    this.#enter();
    return {
      kernel,
      isPrepared: this[PREPARED],
      match,
      course,
      rounds,
      events: round?.encoded,
      dealtIn: round === null ? [] : bitsOf(kernel.rounds.get("active")),
      sight: (seat) => this.#sight(seat),
      numberOf: (action) => this.#numberOf(action),
    };
  }

  /** Return what a search needs to know of what a seat sees. */
  #sight(seat) {
    const kernel = this.#kernel;
    const forLives = this.totals === null;
    const blueprint = kernel.data.blueprint(this.#encoded, this.#active);
    const model = forLives ? kernel.data.equity(this.#encoded, this.players.length) : null;
    const choices = this.#choices(seat);
    return {
      seat,
      rules: this.#encoded,
      pack: kernel.packOf(this.rules),
      view: kernel.views.bytes().slice(),
      choices,
      events: this.#state.round.encoded,
      blueprint,
      model,
    };
  }

  [CONTINUE]() {
    this.#state = { ...this.#state, chance: "system" };
  }

  [SET_UP](leader, scores) {
    const { matches, layout } = this.#kernel;
    const seats = this.players.length;
    this.#enter();
    if (leader !== undefined) matches.set("leader", checkNumber("leader", leader, 0, seats - 1));
    if (scores !== undefined) {
      if (!Array.isArray(scores) || scores.length !== seats)
        throw new EngineError("wrong_type", "scores: a list with a number for each seat", {
          name: "scores",
        });
      scores.forEach((score, seat) => {
        if (this.lives === null)
          return matches.set("totals", checkNumber("scores", 2 * score, -MOST, MOST), seat);
        matches.set("lives", checkNumber("scores", score, 0, MOST), seat);
        if (score > 0) return;
        matches.set("status", layout.codes.statuses.indexOf("swimming"), seat);
        matches.set("chicken_taken", 1);
      });
    }
    const match = matches.bytes().slice();
    const course = { rounds: [], matches: [match] };
    this.#state = { ...this.#state, match, course, isSetUp: true };
  }

  get [PREPARED]() {
    return this.#kernel.data.has(this.#encoded, this.#active);
  }

  /** Return the view of a seat, or of a spectator for null. */
  view(seat = null) {
    if (seat !== null) checkNumber("seat", seat, 0, this.players.length - 1);
    return this.#view(seat, 0);
  }

  /** Return the view of a spectator with all hands open, for replays and analysis. */
  openView() {
    return this.#view(null, 1);
  }

  get [WIRE]() {
    const { wireDecoder } = this.#kernel;
    return {
      view: (seat, openHands) => this.#view(seat, openHands, wireDecoder),
      facts: (seat) => this.#facts(seat, wireDecoder),
    };
  }

  #view(seat, openHands, decoder = this.#kernel.decoder) {
    const { history, lastActions, losses, replayed, over } = this.#round();
    const count = this.#writeView(seat ?? NO_SEAT, openHands);
    const { views, choices } = this.#kernel;
    return decoder.view(views.bytes(), this.#kernel.copies(choices, count), this.rules, {
      seat,
      lastActions,
      history: [...history], // its events are frozen
      result: over ? decoder.result(this.#state.results.at(-1), this.rules) : null,
      losses: losses.map((one) => decoder.loss(one, this.rules)),
      replayed,
    });
  }

  /** Return the facts of the match for a seat, without a round that is still being played. */
  facts(seat) {
    checkNumber("seat", seat, 0, this.players.length - 1);
    return this.#facts(seat, this.#kernel.decoder);
  }

  #facts(seat, decoder) {
    const kernel = this.#kernel;
    const { rounds, matches } = this.#state.course;
    return kernel.borrow((allocate) => {
      const copied = (kind, all) => {
        const records = allocate(kind, all.length);
        all.forEach((one, place) => records.bytes().set(one, place * records.size));
        return records;
      };
      this.#enter();
      const facts = allocate("facts", rounds.length);
      const matchFacts = allocate("match_facts");
      const [count] = kernel.call(
        "seat_facts",
        kernel.rules,
        copied("rounds", rounds),
        copied("matches", matches),
        seat,
        facts,
        matchFacts,
      );
      return decoder.facts(
        matchFacts.bytes(),
        kernel.copies(facts, count),
        this.rules,
        seat,
        this.players.length,
      );
    });
  }

  /** Return the match as a record, with further keys at its end. */
  toRecord({ finishedOnly = false, ...further } = {}) {
    const { format, rulesVersion } = this.#kernel.layout.record;
    if (this.#state.isSetUp)
      throw new EngineError("no_record", "a match that was set up with scores has no record");
    const unfinished = finishedOnly && this.#running ? -1 : undefined;
    const record = {
      format,
      rules: { preset: this.rules.preset, options: { ...this.rules.changed } },
      players: [...this.players],
      dealer: this.firstDealer,
      rounds: structuredClone(this.#state.rounds.slice(0, unfinished)),
      rules_version: rulesVersion,
    };
    for (const key of Object.keys(further))
      if (Object.hasOwn(record, key))
        throw new EngineError("reserved_key", `"${key}" is a key of every record`, { key });
    return { ...record, ...further };
  }

  /** Return the results of the rounds played, as `schwimmen replay` prints them. */
  toResult() {
    const { over, winners, totals } = this;
    const { wireDecoder, layout } = this.#kernel;
    const rounds = this.#state.results.map((one) => wireDecoder.result(one, this.rules));
    const { resultFormat: format } = layout.record;
    const result = { format, complete: over, rounds, winners };
    return totals === null ? result : { ...result, totals };
  }

  get #running() {
    return this.#state.round !== null && !this.#state.round.over;
  }

  #round() {
    if (this.#state.round === null)
      throw new EngineError("no_round", "no round has been dealt yet");
    return this.#state.round;
  }

  /** Number of players who are not out. */
  get #active() {
    this.#enter();
    return bitsOf(this.#kernel.call("active", this.#kernel.matches, 0)[0]).length;
  }

  #scores() {
    return this.#kernel.decoder.match(this.#state.match, this.rules);
  }

  /** Copy the records of the match into the module. */
  #enter() {
    const { rules, matches, rounds } = this.#kernel;
    rules.bytes().set(this.#encoded);
    matches.bytes().set(this.#state.match);
    if (this.#state.round !== null) rounds.bytes().set(this.#state.round.record);
  }

  /** Run a function that advances the round, and keep what it did if it succeeds. */
  #step(advance) {
    const kernel = this.#kernel;
    const before = this.#state;
    this.#enter();
    const state = { ...before };
    try {
      const [phase, seat] = advance(state);
      const over = phase === kernel.layout.phases.over;
      const record = kernel.rounds.bytes().slice();
      state.round = { ...state.round, record, over, toAct: seat };
      if (over) this.#settle(state);
      state.chance = this.#state.chance; // random numbers that have been drawn
      this.#state = state;
    } catch (error) {
      this.#state = before;
      throw error;
    }
  }

  #settle(state) {
    const { rules, rounds, matches, noMatch, results, losses } = this.#kernel;
    const result = (match) => {
      results.bytes().fill(0);
      this.#kernel.call("result", rules, rounds, 0, match, results);
      return results.bytes().slice();
    };
    const charged = result(noMatch);
    this.#kernel.call("settle_round", rules, matches, rounds, 0);
    const counted = result(noMatch);
    const [count] = this.#kernel.call("losses", rules, rounds, 0, losses);
    state.match = matches.bytes().slice();
    state.course = {
      rounds: [...state.course.rounds, rounds.bytes().slice()],
      matches: [...state.course.matches, state.match],
    };
    state.results = [...state.results, result(matches)];
    state.round = {
      ...state.round,
      record: rounds.bytes().slice(),
      losses: this.#kernel.copies(losses, count),
      replayed: charged.some((byte, place) => byte !== counted[place]),
    };
  }

  /** Return the events that were written, decoded and as the bytes of their records. */
  #events(count) {
    const { events, decoder } = this.#kernel;
    const history = this.#kernel.copies(events, count).map((one) => decoder.event(one, this.rules));
    return { history, encoded: events.bytes(count).slice() };
  }

  #writeView(seat, openHands = 0) {
    const { rules, rounds, matches, views, choices } = this.#kernel;
    this.#enter();
    views.bytes().fill(0);
    const given = [rules, rounds, 0, matches, seat, openHands, views, choices];
    return this.#kernel.call("view", ...given)[0];
  }

  /** Return the legal actions of a seat, none unless it is to act. */
  #choices(seat = this.toAct) {
    const { choices, decoder } = this.#kernel;
    const count = this.#writeView(seat);
    return this.#kernel.copies(choices, count).map((one) => decoder.choice(one, this.rules));
  }

  /** Return the number of an action by its name, which must be legal. */
  #numberOf(name) {
    const { rules, rounds, decoder } = this.#kernel;
    const named = decoder.kindAndCards(name);
    const [code, number] = this.#kernel.call("named_action", rules, rounds, 0, ...named);
    this.#checkLegal(name, code);
    return number;
  }

  /** Throw an `EngineError` unless the reason code of an action means legal. */
  #checkLegal(action, code) {
    if (code === 0) return;
    const reason = this.#kernel.layout.codes.illegalReasons[code];
    const legal = this.legalActions;
    const what =
      reason === "unknown_action"
        ? `unknown action ${quote(action)}`
        : `illegal action ${quote(action)} (${reason.replaceAll("_", " ")})`;
    throw new EngineError("illegal_action", `${what}; legal here: ${legal.join(", ") || "none"}`, {
      action,
      reason,
      legal,
    });
  }

  #shuffleAside(shuffle) {
    const { rounds } = this.#kernel;
    const count = rounds.get("aside_count");
    const aside = Array.from({ length: count }, (_, place) => rounds.get("aside", place));
    if (shuffle !== undefined) return this.#order("shuffle", shuffle, aside);
    if (this.#state.chance === null)
      throw new EngineError(
        "missing_shuffle",
        "a shuffle of the cards laid aside is missing (R32)",
      );
    return this.#shuffled(aside);
  }

  #shuffled(numbers) {
    const { cards, rng } = this.#kernel;
    new Int8Array(cards.bytes().buffer, cards.pointer, numbers.length).set(numbers);
    this.#draw("shuffle", rng, cards, numbers.length);
    return Array.from(cards.bytes(numbers.length));
  }

  /** Call a function that draws random numbers. */
  #draw(name, ...given) {
    const { rng } = this.#kernel;
    const state = new BigUint64Array(rng.bytes().buffer, rng.pointer, 1);
    const { chance } = this.#state;
    if (chance === "system") crypto.getRandomValues(state);
    else state[0] = chance;
    const results = this.#kernel.call(name, ...given);
    if (chance !== "system") this.#state = { ...this.#state, chance: state[0] };
    return results;
  }

  /** Return the numbers of cards in a text, which must be exactly those expected. */
  #order(name, text, expected) {
    if (typeof text !== "string")
      throw new EngineError("wrong_type", `${name}: ${quote(text)} is not a text`, { name });
    const names = text === "" ? [] : text.split(" ");
    const all = this.#kernel.layout.codes.cards;
    const order = this.#kernel.decoder.numbersOf(text);
    const unknown = names.find((_, place) => !expected.includes(order[place]));
    const double = names.find((card, place) => names.indexOf(card) !== place);
    const missing = expected.find((card) => !order.includes(card));
    const fault =
      unknown !== undefined
        ? ["foreign", unknown]
        : double !== undefined
          ? ["double", double]
          : missing !== undefined && ["missing", all[missing]];
    if (fault)
      throw new EngineError("wrong_cards", `${name}: ${fault[0]} card ${quote(fault[1])}`, {
        name,
        card: fault[1],
      });
    return order;
  }
}

/** Return events with others behind them. */
function joined(events, others) {
  const encoded = new Uint8Array(events.encoded.length + others.encoded.length);
  encoded.set(events.encoded);
  encoded.set(others.encoded, events.encoded.length);
  return { history: [...events.history, ...others.history], encoded };
}

function nameOrNumber(action) {
  const given = typeof action === "object" && action !== null ? action.action : action;
  if (typeof given === "string" || Number.isSafeInteger(given)) return given;
  throw new EngineError(
    "wrong_type",
    `action: ${quote(action)} is not the name or number of an action, nor a choice`,
    { name: "action" },
  );
}

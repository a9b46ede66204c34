/** Matches: rounds until one or more players have won. */

/** @import { Choice, MatchFacts, RoundResult, Rules, Status, Action, View } from "./types.js" */
/** @import { MatchRecord, MatchResult } from "./record.js" */

import { actionOf, checkLegal, orderOf, setScores } from "./arguments.js";
import { factsOf, furtherCourse, newCourse } from "./course.js";
import { bitsOf } from "./decode.js";
import { checkNumber, EngineError } from "./errors.js";
import { Grown, GrownBytes } from "./grown.js";
import { positionSeen, startAt, writePosition } from "./position.js";
import { recordOf } from "./record.js";
import { sightOf } from "./search.js";

const NO_SEAT = -1;

/** Return what players, reviews and puzzles need of a match. */
export let inside;

/** Let a match of a record draw at random from now on. */
export let drawAtRandom;

/** Set the leader and the scores of a match before its first deal. */
export let setUp;

/** Let a match go on from a position before its first deal. */
export let goOn;

/** Return the view of a seat, or of a spectator for null, as messages have it (docs/wire.md). */
export let wireView;

/** Return the events of the round of a match as a list that grows with it; all know them. */
export let wireHistory;

/** Return the facts of a match for a seat, as messages have them. */
export let wireFacts;

/**
 * Match: rounds until one or more players have won.
 *
 * Its records lie outside of the module and are copied into it for each call, so that a match needs
 * no release, and that an error leaves it unchanged.
 */
export class Match {
  #kernel;
  #encoded; // rules
  #state; // replaced by each step as a whole

  static {
    inside = (match) => match.#inside();
    drawAtRandom = (match) => {
      match.#state = { ...match.#state, chance: "system" };
    };
    setUp = (match, leader, scores) => match.#setUp(leader, scores);
    goOn = (match, position) => match.#goOn(position);
    wireView = (match, seat, { openHands = false } = {}) =>
      match.#view(seat, openHands, match.#kernel.wireDecoder);
    wireHistory = (match) => match.#round().history;
    wireFacts = (match, seat) => match.#facts(seat, match.#kernel.wireDecoder);
  }

  /**
   * `chance` is the state of the random numbers, "system", or null for none.
   * @private `Game.match`, `Game.fromPosition` and `Game.fromRecord` return matches.
   */
  constructor(kernel, rules, players, dealer, chance) {
    this.#kernel = kernel;
    /** Rules of the match. @readonly @type {Rules} */
    this.rules = rules;
    /** Names of the players, by seat. @readonly @type {readonly string[]} */
    this.players = players;
    this.#encoded = kernel.encode(rules);
    this.#state = {
      chance,
      match: null,
      round: null,
      past: new Grown(), // rounds over, as records have them
      earlier: new Grown(), // the same, as a spectator has seen them
      played: null, // the last one
    };
    if (dealer === undefined) [dealer] = this.#draw("randbelow", kernel.rng, players.length);
    /** Dealer of the first round. @readonly @type {number} */
    this.firstDealer = dealer;
    kernel.matches.bytes().fill(0);
    kernel.call("start_match", kernel.rules, kernel.matches, 0, players.length, dealer);
    this.#state.match = kernel.matches.bytes().slice();
    this.#state.course = newCourse(this.#state.match);
  }

  /** Seat to act, or null between rounds and after the end. @returns {number | null} */
  get toAct() {
    return this.#running ? this.#state.round.toAct : null;
  }

  /** Names of the legal actions of the seat to act. @returns {Action[]} */
  get legalActions() {
    return this.toAct === null ? [] : this.#choices().map((choice) => choice.action);
  }

  /** Whether the match has been decided. @returns {boolean} */
  get over() {
    return this.#scores().over;
  }

  /** Seats that have won; empty until the match is over. @returns {number[]} */
  get winners() {
    return this.#scores().winners;
  }

  /** Dealer of the current round, or of the next one between rounds. @returns {number} */
  get dealer() {
    return this.#running ? this.view().dealer : this.#scores().dealer;
  }

  /** Leader of the current round, or of the next one between rounds. @returns {number} */
  get leader() {
    return this.#running ? this.view().leader : this.#scores().leader;
  }

  /** Chips of each seat, or null in a game for points. @returns {number[] | null} */
  get lives() {
    return this.#scores().lives;
  }

  /** Status of each seat, or null in a game for points. @returns {Status[] | null} */
  get status() {
    return this.#scores().status;
  }

  /** Points of each seat, or null in a game for lives. @returns {number[] | null} */
  get totals() {
    return this.#scores().totals;
  }

  /** Results of the rounds played. @returns {RoundResult[]} */
  get results() {
    return this.#results(this.#kernel.decoder);
  }

  /** Position with all cards known and the scores of the match (docs/positions.md). @returns {string} */
  get position() {
    return this.#position(null, true);
  }

  /**
   * Return the position as a seat sees it, or a spectator for null, with `??` for unknown cards.
   * @param {number | null} [seat]
   * @returns {string}
   */
  positionOf(seat = null) {
    return this.#position(this.#checked(seat), false);
  }

  /**
   * Return an independent copy, to try something out.
   *
   * It has a copy of the random numbers, so a match with a seed and its copy draw the same from here
   * on.
   * @returns {Match}
   */
  copy() {
    const { rules, players, firstDealer } = this;
    const copy = new Match(this.#kernel, rules, players, firstDealer, null);
    copy.#state = this.#state;
    return copy;
  }

  /**
   * Take back the last action or the last deal, with the random numbers drawn for it.
   *
   * The start of a match, and a position with which it begins, remain (`nothing_to_undo`).
   * @returns {void}
   */
  undo() {
    const { previous, chance } = this.#state;
    if (previous === undefined)
      throw new EngineError("nothing_to_undo", "nothing has been dealt or played yet");
    // A match of a record that now draws from the system goes on doing so.
    this.#state = { ...previous, chance: chance === "system" ? chance : previous.chance };
  }

  /**
   * Deal the next round, from a pack in the order of the deal or at random.
   * @param {string} [pack]
   * @returns {void}
   */
  deal(pack) {
    if (this.#running) throw new EngineError("round_running", "the round is not over yet");
    if (this.over) throw new EngineError("match_over", "the match is over");
    const kernel = this.#kernel;
    const cards = kernel.layout.packs[this.rules.options.pack];
    const given = pack === undefined ? null : orderOf(kernel, "pack", pack, cards);
    if (given === null && this.#state.chance === null)
      throw new EngineError("no_chance", "a match of a record needs a pack for each deal");
    this.#step((state) => {
      const order = given ?? this.#shuffled(cards);
      kernel.rounds.bytes().fill(0);
      order.forEach((card, place) => kernel.rounds.set("pack", card, place));
      const [active] = kernel.call("active", kernel.matches, 0);
      const { dealer, leader } = this.#scores();
      const places = [this.players.length, active, dealer, leader];
      const [phase, seat] = kernel.call("deal_round", kernel.rules, kernel.rounds, 0, ...places);
      const [count] = kernel.call("deal_events", kernel.rules, kernel.rounds, 0, kernel.events);
      state.round = { ...noEvents(), lastActions: {} };
      this.#note(state, count);
      if (state.played !== null) state.past = state.past.with(state.played);
      const dealt = kernel.decoder.cardsOf(order).join(" ");
      state.played = { pack: dealt, shuffles: new Grown(), actions: new Grown() };
      return [phase, seat];
    });
  }

  /**
   * Play an action for the seat to act, by its name, its number, or a choice of its view.
   *
   * If it recycles the talon (R32), the order of the cards laid aside is `shuffle` or random.
   * @param {string | number | Choice} action
   * @param {string} [shuffle]
   * @returns {void}
   */
  play(action, shuffle) {
    const kernel = this.#kernel;
    this.#round();
    const given = actionOf(action);
    this.#step((state) => {
      const actor = this.toAct;
      const number = typeof given === "string" ? this.#numberOf(given) : given;
      const { rules, moved, events } = kernel;
      let [code, phase, seat, count] = kernel.call("play_events", rules, moved, 0, number, events);
      checkLegal(this, kernel, given, code);
      const name = this.#note(state, count);
      const { pack, shuffles, actions } = state.played;
      state.played = { pack, shuffles, actions: actions.with(name) };
      if (phase === kernel.layout.phases.shuffle) {
        const order = this.#shuffleAside(shuffle);
        order.forEach((card, place) => moved.set("aside", card, place));
        [phase, seat, count] = kernel.call("recycle_events", rules, moved, 0, events);
        this.#note(state, count);
        state.played.shuffles = shuffles.with(kernel.decoder.cardsOf(order).join(" "));
      } else if (shuffle !== undefined)
        throw new EngineError("unneeded_shuffle", "a shuffle was given but none is needed");
      const lastActions = { ...state.round.lastActions, [actor]: name };
      state.round = { ...state.round, lastActions };
      return [phase, seat];
    });
  }

  #inside() {
    const kernel = this.#kernel;
    const { match, round, course, earlier } = this.#state;
    this.#enter();
    const blueprintOf = (seats) => kernel.data.blueprint(this.#encoded, seats);
    const blueprint = () => blueprintOf(this.#active);
    const choices = (seat) => this.#choices(seat); // the view is in the module afterwards
    const { encoded, starts } = round ?? {};
    const events = encoded?.all;
    const encodedRules = this.#encoded;
    const sees = {
      encoded: encodedRules,
      choices,
      blueprint,
      blueprintOf,
      events,
      starts,
      earlier,
    };
    return {
      kernel,
      match,
      course,
      rounds: () => this.#recorded,
      events,
      dealtIn: round === null ? [] : bitsOf(kernel.rounds.get("active")),
      isPrepared: () => kernel.data.has(this.#encoded, this.#active),
      blueprint,
      choices,
      sight: (seat) => sightOf(this, kernel, seat, sees),
      numberOf: (action) => this.#numberOf(action),
    };
  }

  #setUp(leader, scores) {
    this.#enter();
    setScores(this.#kernel, this, leader, scores);
    const match = this.#kernel.matches.bytes().slice();
    this.#state = { ...this.#state, match, course: newCourse(match), isSetUp: true };
  }

  #goOn(position) {
    const shuffled = (cards) => this.#shuffled(cards);
    const started = startAt(this.#kernel, this.rules, position, shuffled, this.#state.course);
    this.#state = { ...this.#state, ...started, isSetUp: true }; // with the numbers drawn
  }

  /**
   * Return the view of a seat, or of a spectator for null.
   * @param {number | null} [seat]
   * @returns {View}
   */
  view(seat = null) {
    return this.#view(this.#checked(seat), 0);
  }

  /**
   * Return the view of a spectator with all hands open, for replays and analysis.
   * @returns {View}
   */
  openView() {
    return this.#view(null, 1);
  }

  #checked(seat) {
    return seat === null ? null : checkNumber("seat", seat, 0, this.players.length - 1);
  }

  #position(seat, isOpen) {
    this.#round();
    this.#writeView(seat ?? NO_SEAT);
    const position = positionSeen(this.#kernel, this.rules, seat, isOpen);
    return writePosition(this.#kernel, position);
  }

  #view(seat, openHands, decoder = this.#kernel.decoder) {
    const { history, lastActions, over } = this.#round();
    const kernel = this.#kernel;
    const count = this.#writeView(seat ?? NO_SEAT, openHands);
    const { rules, rounds, views, choices, losses } = kernel;
    const lost = over ? kernel.call("losses", rules, rounds, 0, losses)[0] : 0;
    return decoder.view(views.bytes(), kernel.copies(choices, count), this.rules, {
      seat,
      lastActions,
      history: history.all, // its events are frozen
      result: over ? this.#result(decoder) : null,
      losses: kernel.copies(losses, lost).map((one) => decoder.loss(one, this.rules)),
    });
  }

  /**
   * Return the facts of the match for a seat, without a round that is still being played.
   * @param {number} seat
   * @returns {MatchFacts}
   */
  facts(seat) {
    checkNumber("seat", seat, 0, this.players.length - 1);
    return this.#facts(seat, this.#kernel.decoder);
  }

  #facts(seat, decoder) {
    this.#enter();
    return factsOf(this.#kernel, decoder, this, this.#state.course, seat);
  }

  /**
   * Return the match as a record, with further keys at its end.
   * @param {{ finishedOnly?: boolean, [key: string]: unknown }} [options] With `finishedOnly` the
   *   record is without a round that is still being played.
   * @returns {MatchRecord}
   */
  toRecord({ finishedOnly = false, ...further } = {}) {
    if (this.#state.isSetUp)
      throw new EngineError(
        "no_record",
        "a match that was set up has no record: its deal is unknown",
      );
    const unfinished = finishedOnly && this.#running ? -1 : undefined;
    return recordOf(this, this.#kernel, this.#recorded.slice(0, unfinished), further);
  }

  /**
   * Return the results of the rounds played, as `schwimmen replay` prints them (RECORD.md).
   * @returns {MatchResult}
   */
  toResult() {
    const { over, winners, totals } = this;
    const { wireDecoder, layout } = this.#kernel;
    const rounds = this.#results(wireDecoder);
    const { resultFormat: format } = layout.record;
    const result = { format, complete: over, rounds, winners };
    return totals === null ? result : { ...result, totals };
  }

  #results(decoder) {
    const { rounds, matches } = this.#kernel;
    const { course } = this.#state;
    const [, ...after] = course.matches.all;
    this.#enter();
    return course.rounds.all.map((round, place) => {
      rounds.bytes().set(round);
      matches.bytes().set(after[place]);
      return this.#result(decoder);
    });
  }

  /** Return the result of the round in the module, which is over. */
  #result(decoder) {
    const { rules, rounds, matches, results } = this.#kernel;
    results.bytes().fill(0);
    this.#kernel.call("result", rules, rounds, 0, matches, results);
    return decoder.result(results.bytes(), this.rules);
  }

  /** Rounds as records have them. */
  get #recorded() {
    const { past, played } = this.#state;
    return [...past.all, ...(played === null ? [] : [played])].map(
      ({ pack, shuffles, actions }) => ({ pack, shuffles: shuffles.all, actions: actions.all }),
    );
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
    const state = { ...before, previous: before };
    try {
      const [phase, seat] = advance(state);
      const { rules, rounds, matches } = kernel;
      const over = phase === kernel.layout.phases.over;
      if (over) kernel.call("settle_round", rules, matches, rounds, 0);
      const record = rounds.bytes().slice();
      state.round = { ...state.round, record, over, toAct: seat };
      if (over) {
        state.match = matches.bytes().slice();
        state.course = furtherCourse(state.course, record, state.match);
        state.earlier = state.earlier.with(this.#seen(state.round));
      }
      state.chance = this.#state.chance; // random numbers that have been drawn
      this.#state = state;
    } catch (error) {
      this.#state = before;
      throw error;
    }
  }

  /** Return what a spectator has seen of a round that is over, which is in the module. */
  #seen({ encoded, starts }) {
    const { rules, rounds, matches, views, choices } = this.#kernel;
    views.bytes().fill(0);
    this.#kernel.call("view", rules, rounds, 0, matches, NO_SEAT, 0, views, choices);
    const dealtIn = bitsOf(rounds.get("active")).length;
    return { view: views.bytes().slice(), events: encoded.all, starts, dealtIn };
  }

  /** Add the events that were written to a state's round; return the action of the first. */
  #note(state, count) {
    const { events, decoder } = this.#kernel;
    const found = this.#kernel.copies(events, count).map((one) => decoder.event(one, this.rules));
    const { history, encoded } = state.round;
    state.round = {
      ...state.round,
      history: history.with(...found),
      encoded: encoded.with(events.bytes(count)),
    };
    return found[0].action;
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
    checkLegal(this, this.#kernel, name, code);
    return number;
  }

  #shuffleAside(shuffle) {
    const { rounds } = this.#kernel;
    const count = rounds.get("aside_count");
    const aside = Array.from({ length: count }, (_, place) => rounds.get("aside", place));
    if (shuffle !== undefined) return orderOf(this.#kernel, "shuffle", shuffle, aside);
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
}

/** Return the events of a round before its deal, decoded and as the bytes of their records. */
const noEvents = () => ({ history: new Grown(), encoded: new GrownBytes() });

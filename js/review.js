/** Reviews of matches, and hints, by the compiled value function from what each seat sees. */

/** @import { Level, Options, PlayerReview, Preset, ReviewedMoment } from "./types.js" */

/**
 * Review of a match, as `schwimmen review --json` prints it.
 * @typedef {object} Review
 * @property {string} format
 * @property {{ preset: Preset, options: Partial<Options> }} rules
 * @property {string[]} names
 * @property {number | bigint} seed
 * @property {boolean} complete Whether the match is over.
 * @property {boolean} rougher Whether values come from a blueprint for similar rules.
 * @property {PlayerReview[]} players Reviews of the players; empty in a graph.
 * @property {ReviewedMoment[]} moments
 */

/**
 * Levels between which a player plays, by its decisions in reviewed matches of one kind.
 * @typedef {object} LevelRange
 * @property {Level} weakest
 * @property {Level} strongest
 * @property {number} decisions
 */

import { EngineError, quote } from "./errors.js";
import { estimate, explain, policyWith } from "./estimate.js";
import { inside, Match } from "./match.js";

export const NOTHING = -1; // no action or level, or no seat: a spectator

export const MOMENT = {
  number: 0,
  round: 0,
  dealtIn: [], // seats
  seat: null, // that has acted
  action: null,
  event: null, // bytes of the event of the action
  base: null, // bytes of the match before the round
  exact: null, // bytes of the match between two rounds, where chances need no estimate
  sight: null, // what a spectator sees during a round
  before: null, // what a spectator saw before the action, if that turned up cards
  decision: null, // what the seat sees whose decision is to be valued
  chosen: NOTHING, // number of the action that it plays
};

/** Return how many moments a review of a match has. */
export function numberOfMoments(match) {
  return inside(match)
    .rounds()
    .reduce((sum, { actions }) => sum + 1 + actions.length, 1);
}

/** Return a generator of the moments of a match, which returns its review. */
export function reviewOf(match, effort, seed) {
  const { kernel } = inside(match);
  const replay = new Match(kernel, match.rules, match.players, match.firstDealer, null);
  const budgets = budgetsOf(kernel, effort);
  checkPrepared(replay);
  return reviewed(match, replay, new Estimator(kernel, replay, budgets, seed), seed);
}

/**
 * Return the levels between which a player plays, by its reviews in matches by these rules with a
 * number of players; null with fewer than 100 decisions.
 */
export function levelRangeOf(kernel, rules, players, reviews) {
  const totals = reviews.map(({ decisions, loss, squares }) => ({ decisions, loss, squares }));
  return kernel.borrow((allocate) => {
    const accounts = kernel.written(allocate, "accounts", totals);
    filled(kernel.rules, kernel.encode(rules));
    const codes = kernel.call("compare_with_levels", kernel.rules, players, accounts);
    if (codes[0] === NOTHING) return null;
    const [weakest, strongest] = codes.map((code) => kernel.layout.codes.levels[code]);
    const decisions = totals.reduce((sum, one) => sum + one.decisions, 0);
    return { weakest, strongest, decisions };
  });
}

function* reviewed(match, replay, estimator, seed) {
  const counts = new Set(); // of players dealt in
  const moments = [];
  for (const moment of courseOf(match, replay, estimator.withDecisions)) {
    if (moment.round > 0) counts.add(moment.dealtIn.length);
    const one = estimator.review(moment);
    moments.push(one);
    yield one;
  }
  return {
    format: estimator.format,
    rules: { preset: match.rules.preset, options: { ...match.rules.changed } },
    names: [...match.players],
    seed,
    complete: replay.over,
    rougher: ![...counts].every((count) => estimator.hasOwnBlueprint(count)),
    players: estimator.players(match.players),
    moments,
  };
}

/** Yield the moments of a match in order, by playing it again in `replay`, before its first deal. */
export function* courseOf(match, replay, withDecisions) {
  const { kernel, match: start } = inside(replay);
  let moment = { ...MOMENT, base: start, exact: start };
  yield moment;
  for (const { pack, actions, shuffles } of match.toRecord().rounds) {
    const { number, round, exact: base } = moment;
    replay.deal(pack);
    moment = { ...MOMENT, number: number + 1, round: round + 1, base, ...scene(replay) };
    for (const action of actions) {
      yield withDecisions ? { ...moment, ...decisionAt(replay, action) } : moment;
      const seat = replay.toAct;
      const past = inside(replay).events.length;
      play(replay, action, shuffles);
      const events = inside(replay).events.slice(past);
      moment = {
        ...moment,
        number: moment.number + 1,
        seat,
        action,
        event: events.slice(0, kernel.layout.records.events.size),
        before: withDecisions && showsCards(kernel, events) ? moment.sight : null,
        ...scene(replay),
      };
    }
    yield moment;
  }
}

/** Return what is to be estimated: nothing between two rounds, else from what a spectator sees. */
function scene(match) {
  const { match: now, dealtIn, sight } = inside(match);
  return match.toAct === null
    ? { dealtIn, exact: now, sight: null }
    : { dealtIn, exact: null, sight: sight(NOTHING) };
}

/** Return the decision of the seat to act, which plays an action, if it has another one. */
function decisionAt(match, action) {
  const decision = inside(match).sight(match.toAct);
  if (decision.choices.length === 1) return {};
  return { decision, chosen: decision.choices.find((one) => one.action === action).number };
}

/** Play a recorded action, with the next shuffle if it needs one. */
function play(match, action, shuffles) {
  try {
    match.play(action);
  } catch (error) {
    if (error.code !== "missing_shuffle") throw error;
    match.play(action, shuffles.shift());
  }
}

function showsCards(kernel, bytes) {
  return kernel.borrow((allocate) => {
    const events = allocate("events", bytes);
    const [shows] = kernel.call("shows_cards", events, events.count);
    return shows !== 0;
  });
}

/** Return the budgets of an effort, by its name. */
export function budgetsOf({ layout }, effort) {
  const { efforts } = layout.review;
  if (Object.hasOwn(efforts, effort)) return efforts[effort];
  throw new EngineError(
    "unknown_effort",
    `unknown effort ${quote(effort)}; valid are ${Object.keys(efforts).join(", ")}`,
    { effort },
  );
}

/** Estimator of the moments of a match, whose records it keeps outside of the module. */
export class Estimator {
  #kernel;
  #rules; // as bytes
  #needsEquity;
  #seats;
  #seed;
  #ofMoment; // policy for the value of a moment, as bytes
  #ofDecision;
  #before = new Uint8Array(); // record of the moment before
  #accounts;

  constructor(kernel, { rules, players, totals }, { moment, decision }, seed) {
    this.format = kernel.layout.review.format;
    this.withDecisions = decision !== null;
    this.#kernel = kernel;
    this.#rules = kernel.encode(rules);
    this.#needsEquity = totals === null;
    this.#seats = players.length;
    this.#seed = BigInt.asUintN(64, BigInt(seed));
    this.#ofMoment = policyWith(kernel, rules, moment);
    this.#ofDecision = policyWith(kernel, rules, decision ?? moment);
    this.#accounts = new Uint8Array(this.#seats * kernel.layout.records.accounts.size);
  }

  /** Return the review of a moment; those before it have been reviewed. */
  review(moment) {
    const record = this.record(moment);
    const counted = this.withDecisions ? this.#count(record, moment.number) : record;
    this.#before = counted;
    return this.#kernel.decoder.moment(counted, moment, moment.decision?.choices ?? null);
  }

  /** Return the record of a moment with its estimates, as bytes. */
  record({ number, seat, base, exact, sight, before, event, decision, chosen }) {
    const kernel = this.#kernel;
    return kernel.borrow((allocate) => {
      const { rules, matches } = kernel;
      const moments = allocate("moments");
      filled(rules, this.#rules);
      kernel.call("begin_moment", rules, filled(matches, base), seat ?? NOTHING, moments);
      if (exact !== null) this.#valueExactly(filled(matches, exact), moments, allocate);
      for (const [announced, sees] of [sight, before].entries()) {
        if (sees === null) continue;
        filled(kernel.policies, this.#ofMoment);
        this.#seedBy("seed_moment", number, announced);
        estimate(kernel, sees, { announced: announced ? event : [] }, (searches) => {
          kernel.call("value_seats", rules, searches, announced, moments);
        });
      }
      if (decision !== null) this.#valueDecision(number, decision, chosen, moments, allocate);
      return moments.bytes().slice();
    });
  }

  /** Write the values of all actions of a decision into the record, and its reasons if any. */
  #valueDecision(number, sees, chosen, moments, allocate) {
    const kernel = this.#kernel;
    const legal = sees.choices.reduce((mask, choice) => mask + 2 ** choice.number, 0);
    filled(kernel.policies, this.#ofDecision);
    this.#seedBy("seed_decision", number, sees.seat);
    estimate(kernel, sees, { byAction: true }, (searches) => {
      kernel.call("value_decision", kernel.rules, searches, legal, sees.seat, chosen, moments);
    });
    this.#explain(number, sees, moments, allocate);
  }

  /** Return the reviews of the players with these names; none in a graph. */
  players(names) {
    if (!this.withDecisions) return [];
    const { layout, decoder } = this.#kernel;
    const { size } = layout.records.accounts;
    return names.map((name, seat) => decoder.player(this.#accounts.slice(seat * size), seat, name));
  }

  /** Return whether a blueprint was made for these rules. */
  hasOwnBlueprint(players) {
    return this.#kernel.data.hasOwn(this.#rules, players);
  }

  #valueExactly(matches, moments, allocate) {
    const kernel = this.#kernel;
    const { rules, data } = kernel;
    const equity = allocate("equity");
    if (this.#needsEquity) {
      const model = data.equity(this.#rules, this.#seats);
      const [sizes, values] = ["sizes", "values"].map((kind) => allocate(kind, model[kind]));
      const given = [rules, sizes, values, matches, allocate("workspaces"), equity];
      kernel.call("equity_before_round", ...given);
    }
    kernel.call("value_exactly", rules, matches, equity, moments);
  }

  /** Find the reasons of a decision, if it is to have any; its policy is in the kernel. */
  #explain(number, sees, moments, allocate) {
    const kernel = this.#kernel;
    const [best, other] = kernel.call("actions_to_explain", moments);
    if (other === NOTHING) return;
    const reasons = allocate("reasons");
    this.#seedBy("seed_reasons", number, sees.seat);
    explain(kernel, sees, best, other, reasons);
    kernel.call("keep_reasons", reasons, moments);
  }

  #seedBy(name, ...place) {
    seedBy(this.#kernel, this.#seed, name, ...place);
  }

  /** Add a moment to the accounts, and return its record with the changes since the one before. */
  #count(record, number) {
    const kernel = this.#kernel;
    return kernel.borrow((allocate) => {
      const befores = filled(allocate("befores"), this.#before);
      const moments = allocate("moments", record);
      const accounts = allocate("accounts", this.#accounts);
      kernel.call("add_to_accounts", befores, moments, number, accounts);
      this.#accounts = accounts.bytes().slice();
      return moments.bytes().slice();
    });
  }
}

/** Throw an `EngineError` unless all data for the rest of a match are there. */
export function checkPrepared(match) {
  if (!inside(match).isPrepared())
    throw new EngineError("no_data", "the data for this match have not been fetched");
}

/**
 * Seed the random numbers by a function of the module, for what is at a place of the review; return
 * the seed.
 */
export function seedBy(kernel, seed, name, ...place) {
  const { rng } = kernel;
  const state = new BigUint64Array(rng.bytes().buffer, rng.pointer, 1);
  state[0] = seed;
  kernel.call(name, rng, ...place);
  return state[0];
}

/** Return records after their bytes have been set. */
export function filled(records, bytes) {
  records.bytes().set(bytes);
  return records;
}

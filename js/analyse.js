/** Analysis of one decision from a view: actions with values, beliefs about hands, reasons. */

/** @import { Action, AnalysedAction, PossibleHand, Reason, View } from "./types.js" */

import { checkPreparedView, numberOf, sightOfView } from "./encode.js";
import { EngineError, filled } from "./errors.js";
import { beginSearch, estimate, explain } from "./estimate.js";
import { deepened } from "./limits.js";
import { probabilitiesOf } from "./players.js";
import { beginning, dealUnknown, publicOf, readPosition } from "./position.js";

const NO_SEAT = -1;
const UNKNOWN = -1;

/** Analysis of a decision of the seat of a view, in a number of worlds. */
export class DecisionAnalysis {
  #reasons;

  /** @private `Game.analyse` yields analyses. */
  constructor(view, worlds, actions, beliefs, reasons) {
    /** View from which the decision is analysed. @readonly @type {View} */
    this.view = view;
    /** Number of sampled worlds. @readonly @type {number} */
    this.worlds = worlds;
    /** Legal actions, the best one first. @readonly @type {readonly AnalysedAction[]} */
    this.actions = actions;
    /**
     * Hands that each other seat with hidden cards may hold, by seat, the most probable first.
     * @readonly
     * @type {Readonly<Record<number, readonly PossibleHand[]>>}
     */
    this.beliefs = beliefs;
    this.#reasons = reasons;
  }

  /** Action with the highest value. @returns {AnalysedAction} */
  get best() {
    return this.actions[0];
  }

  /**
   * Return reasons why the best action is better than another; than the second best one by default.
   *
   * There are three at most, and none if the values differ by no more than noise. Each is found by
   * playing rounds with a fact changed, which takes a while. Throws `illegal_action`.
   * @param {Action} [other]
   * @returns {Reason[]}
   */
  reasons(other = this.actions[1]?.action) {
    return other === undefined ? [] : this.#reasons(this.best.action, other);
  }
}

/** Return a generator of analyses of the decision of a view, each with more worlds. */
export function analysesOf(kernel, rulesOf, view, limits, seed) {
  const sees = sightOfView(kernel, rulesOf, view);
  checkPreparedView(sees);
  const decision = new Decision(kernel, view, sees, BigInt.asUintN(64, seed));
  const { budget } = kernel.layout.analysis;
  return deepened(kernel, budget, limits, {
    search: (grown) => decision.analysis(grown),
    errorOf: ({ best }) => best.error,
  });
}

/** Decision of the seat of a view. */
class Decision {
  #kernel;
  #view;
  #sees;
  #seed;

  constructor(kernel, view, sees, seed) {
    this.#kernel = kernel;
    this.#view = view;
    this.#sees = sees;
    this.#seed = seed;
  }

  /** Return the analysis with a budget. */
  analysis(budget) {
    const policy = probabilitiesOf(this.#kernel, this.#view.rules, this.#sees);
    this.#begin(budget);
    return estimate(this.#kernel, this.#sees, { byAction: true }, (searches, candidates) => {
      const actions = this.#ranked(searches);
      return new DecisionAnalysis(
        this.#view,
        budget.worlds,
        actions.map((one) => ({ ...one, policy: policy[one.action] })),
        this.#beliefs(searches, candidates),
        (best, other) => this.#reasons(budget, best, other),
      );
    });
  }

  /** Set the budget and the random numbers of a search. */
  #begin(budget) {
    beginSearch(this.#kernel, this.#sees.rules, this.#view.rules, budget, this.#seed);
  }

  #ranked(searches) {
    const { layout } = this.#kernel;
    const { choices } = this.#sees;
    const legal = choices.reduce((mask, { number }) => mask + 2 ** number, 0);
    return this.#kernel.borrow((allocate) => {
      const ranked = allocate("ranked_actions", layout.limits.choices);
      const [count] = this.#kernel.call("rank_actions", searches, legal, ranked);
      return Array.from({ length: count }, (_, place) => {
        const number = (field) => ranked.get(field, 0, place);
        const { action } = choices.find((one) => one.number === number("number"));
        const [value, error] = [number("value"), number("error")];
        const [loss, lossError] = [number("loss"), number("loss_error")];
        const [leastLoss, mostLoss] = [number("least_loss"), number("most_loss")];
        const sureLoss = number("sure_loss");
        return { action, value, error, loss, lossError, leastLoss, mostLoss, sureLoss };
      });
    });
  }

  /** Return the hands that each other seat may hold, the most probable first. */
  #beliefs(searches, candidates) {
    const hands = this.#view.seats.map((_, seat) => this.#possible(searches, candidates, seat));
    return Object.fromEntries(Object.entries(hands).filter(([, possible]) => possible.length > 0));
  }

  #possible(searches, candidates, other) {
    const kernel = this.#kernel;
    const { views, decoder } = kernel;
    return kernel.borrow((allocate) => {
      const hands = allocate("possible_hands", candidates.count);
      const given = [views, this.#sees.seat, searches, candidates, other, hands];
      const [count] = kernel.call("write_possible_hands", ...given);
      const found = Array.from({ length: count }, (_, place) => ({
        cards: decoder.cards(hands.get("cards", 0, place)),
        probability: hands.get("probability", 0, place),
      }));
      return found.sort((one, other) => other.probability - one.probability);
    });
  }

  /** Return reasons why an action is better than another, in an estimate with a budget. */
  #reasons(budget, best, other) {
    const kernel = this.#kernel;
    const compared = [best, other].map((action) => numberOf(this.#sees.choices, action));
    this.#begin(budget);
    return kernel.borrow((allocate) => {
      const [reasons, moments] = [allocate("reasons"), allocate("moments")];
      explain(kernel, this.#sees, ...compared, reasons);
      kernel.call("keep_reasons", reasons, moments);
      return kernel.decoder.decision(moments.bytes(), this.#sees.choices).reasons;
    });
  }
}

/** Return the view of the seat to act in a position; `rulesOf` returns rules by preset and options. */
export function viewOf(kernel, rulesOf, text) {
  const position = readPosition(kernel, rulesOf, text);
  const { rules, hands, record, cards } = position;
  const { texts } = kernel.layout.positions;
  const seat = record.to_act;
  if (seat === NO_SEAT) throw new EngineError("bad_position", texts.turn);
  const start = hands.slice(0, seat).reduce((sum, hand) => sum + hand.cards, 0);
  if (cards.slice(start, start + hands[seat].cards).includes(UNKNOWN))
    throw new EngineError("bad_position", filled(texts.unknownHand, { number: seat }));
  const history = [beginning(kernel, publicOf(kernel, position))];
  dealUnknown(kernel, position, shuffler(kernel)); // the view has none of those cards
  return kernel.borrow((allocate) => {
    const { rounds, matches, views, choices, decoder } = kernel;
    const ofMatch = record.scores > 0 ? matches : allocate("matches", 0);
    views.bytes().fill(0);
    const given = [kernel.rules, rounds, 0, ofMatch, seat, 0, views, choices];
    const [count] = kernel.call("view", ...given);
    const past = { seat, lastActions: {}, history, result: null, losses: [] };
    return decoder.view(views.bytes(), kernel.copies(choices, count), rules, past);
  });
}

/** Return a function that puts cards in a random order, always the same orders one after another. */
function shuffler(kernel) {
  const { cards, rng } = kernel;
  rng.bytes().fill(0);
  return (numbers) => {
    cards.bytes(numbers.length).set(numbers);
    kernel.call("shuffle", rng, cards, numbers.length);
    return Array.from(cards.bytes(numbers.length));
  };
}

/** Players of the strong levels: one whose policy can be asked, and one that searches within limits. */

/** @import { Action, View } from "./types.js" */

import { sightOfView } from "./encode.js";
import { EngineError } from "./errors.js";
import { beginSearch, policyWith } from "./estimate.js";
import { deepened } from "./limits.js";
import { inside } from "./match.js";
import { checkChoice, checkData, Player } from "./player.js";
import { search } from "./search.js";

/** Player of the level `blueprint`, which samples its actions from a table. */
export class BlueprintPlayer extends Player {
  #game;
  #lessEffort;

  /**
   * `game` has the kernel and a function that returns rules.
   * @private `Game.player` returns players.
   */
  constructor(game, level, options, chance) {
    super(game.kernel.layout.codes, level, options, chance);
    this.#game = game;
    this.#lessEffort = options.lessEffort;
  }

  /**
   * Return the probability with which the player chooses each legal action of the seat of a view.
   *
   * Throws `no_data` while the data are not there, unless the player may choose with less effort.
   * @param {View} view
   * @returns {Record<Action, number>}
   */
  actionProbabilities(view) {
    const { kernel, rulesOf } = this.#game;
    const sees = sightOfView(kernel, rulesOf, view);
    checkData(this, this.#lessEffort || sees.isPrepared);
    return probabilitiesOf(kernel, view.rules, sees);
  }
}

/** Player of a level that searches, within limits in place of the budget of the level. */
export class SearchPlayer extends Player {
  #limits;
  #lessEffort;
  #seed;

  /** @private `Game.player` returns players. */
  constructor(codes, level, options, chance, limits) {
    super(codes, level, options, chance);
    if (!codes.levelsThatSearch.includes(level))
      throw new EngineError(
        "no_search",
        `${level} does not search, so it has no limits; those that do: ` +
          codes.levelsThatSearch.join(", "),
        { level },
      );
    this.#limits = limits;
    this.#lessEffort = options.lessEffort;
    this.#seed = chance;
  }

  /** @type {Player["choose"]} */
  choose(match) {
    checkChoice(this, match, this.#lessEffort);
    const { kernel, choices } = inside(match);
    const legal = choices();
    if (legal.length === 1) return legal[0].action;
    const sees = this.sees(match);
    const budget = kernel.layout.budgets[this.level];
    const searches = deepened(kernel, budget, this.#limits, {
      search: (grown) => this.#search(kernel, match.rules, sees, grown),
      errorOf: ({ error }) => error,
    });
    let number;
    for (const found of searches) ({ number } = found);
    return legal.find((one) => one.number === number).action;
  }

  /** Return the number of the best action in a search, and the standard error of its value. */
  #search(kernel, rules, sees, budget) {
    beginSearch(kernel, sees.rules, rules, budget, this.#seed);
    return search(kernel, sees, ({ given, space, searches }) => {
      const [number] = kernel.call("look_ahead", ...given, ...space);
      return kernel.borrow((allocate) => {
        const errors = allocate("errors", kernel.layout.limits.choices);
        kernel.call("write_errors", searches, space.at(-1), 2 ** number, errors);
        return { number, error: numbersIn(errors)[number] };
      });
    });
  }
}

/** Return the probability with which `blueprint` plays each legal action of what a seat sees. */
export function probabilitiesOf(kernel, rules, sees) {
  const { seat, choices, blueprint } = sees;
  const { views, policies, space, layout } = kernel;
  return kernel.borrow((allocate) => {
    const probabilities = allocate("probabilities", layout.limits.choices);
    kernel.rules.bytes().set(sees.rules);
    views.bytes().set(sees.view);
    policyWith(kernel, rules, {});
    const given = [kernel.rules, views, seat, policies, blueprint, space, probabilities];
    kernel.call("action_probabilities", ...given);
    const found = numbersIn(probabilities);
    return Object.fromEntries(choices.map(({ action, number }) => [action, found[number]]));
  });
}

function numbersIn(array) {
  return new Float64Array(array.bytes().buffer, array.pointer, array.count);
}

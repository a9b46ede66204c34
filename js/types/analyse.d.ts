/** Return a generator of analyses of the decision of a view, each with more worlds. */
export function analysesOf(
  kernel: any,
  rulesOf: any,
  view: any,
  limits: any,
  seed: any,
): Generator<any, void, unknown>;
/** Return the view of the seat to act in a position; `rulesOf` returns rules by preset and options. */
export function viewOf(kernel: any, rulesOf: any, text: any): any;
/** Analysis of a decision of the seat of a view, in a number of worlds. */
export class DecisionAnalysis {
  /** @private `Game.analyse` yields analyses. */
  private constructor();
  /** View from which the decision is analysed. @readonly @type {View} */
  readonly view: View;
  /** Number of sampled worlds. @readonly @type {number} */
  readonly worlds: number;
  /** Legal actions, the best one first. @readonly @type {readonly AnalysedAction[]} */
  readonly actions: readonly AnalysedAction[];
  /**
   * Hands that each other seat with hidden cards may hold, by seat, the most probable first.
   * @readonly
   * @type {Readonly<Record<number, readonly PossibleHand[]>>}
   */
  readonly beliefs: Readonly<Record<number, readonly PossibleHand[]>>;
  /** Action with the highest value. @returns {AnalysedAction} */
  get best(): AnalysedAction;
  /**
   * Return reasons why the best action is better than another; than the second best one by default.
   *
   * There are three at most, and none if the values differ by no more than noise. Each is found by
   * playing rounds with a fact changed, which takes a while. Throws `illegal_action`.
   * @param {Action} [other]
   * @returns {Reason[]}
   */
  reasons(other?: Action): Reason[];
  #private;
}
import type { View } from "../types.js";
import type { AnalysedAction } from "../types.js";
import type { PossibleHand } from "../types.js";
import type { Action } from "../types.js";
import type { Reason } from "../types.js";

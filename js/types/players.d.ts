/** Return the probability with which `blueprint` plays each legal action of what a seat sees. */
export function probabilitiesOf(kernel: any, rules: any, sees: any): any;
/** Player of the level `blueprint`, which samples its actions from a table. */
export class BlueprintPlayer extends Player {
  /**
   * `game` has the kernel and a function that returns rules.
   * @private `Game.player` returns players.
   */
  private constructor();
  /**
   * Return the probability with which the player chooses each legal action of the seat of a view.
   *
   * Throws `no_data` while the data are not there, unless the player may choose with less effort.
   * @param {View} view
   * @returns {Record<Action, number>}
   */
  actionProbabilities(view: View): Record<Action, number>;
  #private;
}
/** Player of a level that searches, within limits in place of the budget of the level. */
export class SearchPlayer extends Player {
  /** @private `Game.player` returns players. */
  private constructor();
  #private;
}
import { Player } from "./player.js";
import type { View } from "../types.js";
import type { Action } from "../types.js";

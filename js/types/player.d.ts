/** Throw an `EngineError` unless a player can choose in a match now. */
export function checkChoice(player: any, match: any, lessEffort: any): void;
/** Throw an `EngineError` unless the data that a player needs are there. */
export function checkData(
  {
    level,
  }: {
    level: any;
  },
  isPrepared: any,
): void;
/** Throw an `EngineError` unless a value is a match. */
export function checkMatch(match: any): void;
/** Player of a level. */
export class Player {
  /**
   * `chance` is the state of the player's random numbers.
   * @protected `Game.player` returns players.
   */
  protected constructor();
  /** Name of the level. @readonly @type {Level} */
  readonly level: Level;
  /** Name of the character, or null. @readonly @type {Character | null} */
  readonly character: Character | null;
  /**
   * Return whether the player has all data for the rest of a match.
   *
   * If not, `Game.prepare` fetches them. Levels that need no data always have them.
   * @param {Match} match
   * @returns {boolean}
   */
  isPrepared(match: Match): boolean;
  /**
   * Return the name of an action for the seat to act, from its view alone.
   *
   * Throws `no_data` while the data for the match are not there, unless the player may choose with less
   * effort.
   * @param {Match} match
   * @returns {Action}
   */
  choose(match: Match): Action;
  /**
   * Return what the player sees of a match: with the earlier rounds heads-up, if it counts them and
   * the data to judge them are there.
   * @protected
   */
  protected sees(match: any): any;
  #private;
}
import type { Level } from "../types.js";
import type { Character } from "../types.js";
import { Match } from "./match.js";
import type { Action } from "../types.js";

/** Players of the levels, which choose from what their seat may know. */

/** @import { Action, Character, Level } from "./types.js" */

import { EngineError, quote } from "./errors.js";
import { inside, Match } from "./match.js";
import { lookAhead } from "./search.js";

/** Player of a level. */
export class Player {
  #level;
  #character;
  #needsData;
  #searches;
  #lessEffort;
  #earlier;
  #chance;
  #policies = new WeakMap(); // by the rules of a match

  /**
   * `chance` is the state of the player's random numbers.
   * @protected `Game.player` returns players.
   */
  constructor(codes, level, { character, lessEffort, earlier }, chance) {
    if (!codes.levels.includes(level))
      throw new EngineError(
        "unknown_level",
        `unknown level ${quote(level)}; valid are ${codes.levels.join(", ")}`,
        { level },
      );
    const known = codes.levelsWithCharacters.includes(level) ? codes.characters : [null];
    if (!known.includes(character))
      throw new EngineError(
        "unknown_character",
        known.length > 1
          ? `unknown character ${quote(character)}; valid are ${known.slice(1).join(", ")}`
          : `character: ${level} has none, only ${codes.levelsWithCharacters.join(", ")} have`,
        { character },
      );
    /** Name of the level. @readonly @type {Level} */
    this.level = level;
    /** Name of the character, or null. @readonly @type {Character | null} */
    this.character = character;
    this.#level = codes.levels.indexOf(level);
    this.#character = codes.characters.indexOf(character);
    this.#needsData = codes.levelsWithData.includes(level);
    this.#searches = codes.levelsThatSearch.includes(level);
    this.#lessEffort = lessEffort;
    this.#earlier = earlier;
    this.#chance = chance;
  }

  /**
   * Return whether the player has all data for the rest of a match.
   *
   * If not, `Game.prepare` fetches them. Levels that need no data always have them.
   * @param {Match} match
   * @returns {boolean}
   */
  isPrepared(match) {
    checkMatch(match);
    return !this.#needsData || inside(match).isPrepared();
  }

  /**
   * Return the name of an action for the seat to act, from its view alone.
   *
   * Throws `no_data` while the data for the match are not there, unless the player may choose with less
   * effort.
   * @param {Match} match
   * @returns {Action}
   */
  choose(match) {
    checkChoice(this, match, this.#lessEffort);
    const { toAct: seat } = match;
    const { kernel, blueprint, choices } = inside(match);
    const { rules, views, rng, space } = kernel;
    const legal = choices(); // the view is in the module now
    const policies = this.#policy(match.rules, kernel);
    const state = () => new BigUint64Array(rng.bytes().buffer, rng.pointer, 1); // memory may grow
    state()[0] = this.#chance;
    let number;
    if (!this.#searches)
      [number] = kernel.call("choose", rules, views, seat, policies, blueprint(), rng, space);
    else if (legal.length === 1) [{ number }] = legal;
    else number = lookAhead(kernel, this.sees(match));
    [this.#chance] = state();
    return legal.find((one) => one.number === number).action;
  }

  /**
   * Return what the player sees of a match: with the earlier rounds heads-up, if it counts them and
   * the data to judge them are there.
   * @protected
   */
  sees(match) {
    const { dealtIn, isPrepared, sight } = inside(match);
    const counts = this.#earlier && dealtIn.length === 2 && isPrepared();
    const seen = sight(match.toAct);
    return counts ? seen : { ...seen, earlier: undefined };
  }

  /** Return the array of the kernel with the policy of the player, prepared once for each match. */
  #policy(rules, kernel) {
    const { policies } = kernel;
    const known = this.#policies.get(rules);
    if (known !== undefined) policies.bytes().set(known);
    else {
      policies.bytes().fill(0);
      const pack = kernel.packOf(rules);
      kernel.call("prepare", kernel.rules, pack, this.#level, this.#character, policies);
      this.#policies.set(rules, policies.bytes().slice());
    }
    return policies;
  }
}

/** Throw an `EngineError` unless a player can choose in a match now. */
export function checkChoice(player, match, lessEffort) {
  checkMatch(match);
  if (match.toAct === null)
    throw new EngineError("not_to_act", "no seat is to act, so a player has nothing to choose");
  checkData(player, lessEffort || player.isPrepared(match));
}

/** Throw an `EngineError` unless the data that a player needs are there. */
export function checkData({ level }, isPrepared) {
  if (isPrepared) return;
  const message = `${level} needs data for this match: await game.prepare(match) fetches them`;
  throw new EngineError("no_data", message, { level });
}

/** Throw an `EngineError` unless a value is a match. */
export function checkMatch(match) {
  if (!(match instanceof Match))
    throw new EngineError("wrong_type", `match: ${quote(match)} is not a match`, { name: "match" });
}

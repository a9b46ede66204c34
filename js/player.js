/** Players of the levels, which choose from what their seat may know. */

import { EngineError, quote } from "./engine.js";
import { DECIDE, PREPARED } from "./match.js";

/** Player of a level; `Game.player` returns it. */
export class Player {
  #level;
  #character;
  #needsData;
  #chance;
  #policies = new WeakMap(); // by the rules of a match

  /** `chance` is the state of the player's random numbers. */
  constructor(codes, level, character, chance) {
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
    /** Name of the level. */
    this.level = level;
    /** Name of the character, or null. */
    this.character = character;
    this.#level = codes.levels.indexOf(level);
    this.#character = codes.characters.indexOf(character);
    this.#needsData = codes.levelsWithData.includes(level);
    this.#chance = chance;
  }

  /**
   * Return whether the player has all data for the match.
   *
   * Without them it chooses with less effort; `Game.prepare` fetches them.
   */
  isPrepared(match) {
    checkMatch(match);
    return !this.#needsData || match[PREPARED];
  }

  /** Return the name of an action for the seat to act, from its view alone. */
  choose(match) {
    checkMatch(match);
    const { action, policy, chance } = match[DECIDE](
      this.#level,
      this.#character,
      this.#policies.get(match.rules),
      this.#chance,
    );
    this.#policies.set(match.rules, policy);
    this.#chance = chance;
    return action;
  }
}

/** Throw an `EngineError` unless a value is a match. */
export function checkMatch(match) {
  if (typeof match?.[DECIDE] !== "function")
    throw new EngineError("wrong_type", `match: ${quote(match)} is not a match`, { name: "match" });
}

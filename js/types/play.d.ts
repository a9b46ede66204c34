/**
 * Load rules for play.
 * @param {{ module: BufferSource | URL, data: string | URL }} options
 * @returns {Promise<PlayGame>}
 */
export function loadPlay({
  module,
  data,
}: {
  module: BufferSource | URL;
  data: string | URL;
}): Promise<PlayGame>;
/** Return the state of random numbers from a seed; "system" without one. */
export function chanceOf(seed: any): bigint | "system";
/** Return the state of a player's random numbers from a seed; a random one without it. */
export function stateOf(seed: any): bigint;
/** Return the functions of the module of a game, and the arrays on which they work. */
export let kernelOf: any;
/** Rules of all presets, for play. */
export class PlayGame {
  /**
   * `folder` is a function that returns the URL of the folder of the data.
   * @protected `load` returns games.
   */
  protected constructor();
  /** Names of the presets. @returns {Preset[]} */
  get presets(): Preset[];
  /**
   * Return the rules of a preset, with some options changed.
   * @param {Preset} preset
   * @param {Partial<Options>} [options]
   * @returns {Rules}
   */
  rules(preset: Preset, options?: Partial<Options>): Rules;
  /**
   * Return a match, of which the first round is dealt.
   * @param {MatchOptions} [options]
   * @returns {Match}
   */
  match({ preset, options, players, seed, dealer, leader, scores, pack }?: MatchOptions): Match;
  /** Names of the levels, from weak to strong, and of baselines that measure them. @returns {Level[]} */
  get levels(): Level[];
  /** Names of the characters, small biases that some levels may have. @returns {Character[]} */
  get characters(): Character[];
  /**
   * Return a player of a level; equal seeds give equal play.
   * @param {Level} level
   * @param {PlayerOptions} [options]
   * @returns {Player}
   */
  player(level: Level, { seed, character, lessEffort, earlier }?: PlayerOptions): Player;
  /**
   * Fetch the data that strong levels need for a match, and for its rounds with fewer players.
   *
   * Errors have the code `unreadable`, `damaged_data` or `no_memory`; a request that has failed may be
   * repeated.
   * @param {Match | { rules: Pick<Rules, "preset" | "options">, players: number | readonly string[] }}
   *   match
   * @returns {Promise<void>}
   */
  prepare(
    match:
      | Match
      | {
          rules: Pick<Rules, "preset" | "options">;
          players: number | readonly string[];
        },
  ): Promise<void>;
  /**
   * Return the match of a record after its last action.
   *
   * Each further deal needs a pack, unless the match `continues`: then packs and shuffles that are not
   * given are random.
   * @param {MatchRecord} record
   * @param {{ continues?: boolean }} [options]
   * @returns {Match}
   */
  fromRecord(
    record: MatchRecord,
    {
      continues,
    }?: {
      continues?: boolean;
    },
  ): Match;
  #private;
}
export type MatchOptions = {
  /**
   * Name of a preset, by default `pagat`.
   */
  preset?: Preset | undefined;
  /**
   * Options that are changed, by their names in RULES.md.
   */
  options?: Partial<Options> | undefined;
  /**
   * Number of players or their names, by default 3.
   */
  players?: number | readonly string[] | undefined;
  /**
   * Random seed; without it, the system's random numbers are used.
   */
  seed?: number | bigint | undefined;
  /**
   * Dealer of the first round, by default at random.
   */
  dealer?: number | undefined;
  /**
   * Leader of the first round. A match with a leader or scores has no
   * record.
   */
  leader?: number | undefined;
  /**
   * Lives or points of all seats before the first round. A player
   * without a life swims.
   */
  scores?: readonly number[] | undefined;
  /**
   * Pack of the first round in the order of the deal, by default at random.
   */
  pack?: string | undefined;
};
export type PlayerOptions = {
  /**
   * Seed of the player; random by default.
   */
  seed?: number | bigint | undefined;
  /**
   * Name of a character; null, the default, is the plain level.
   */
  character?: Character | null | undefined;
  /**
   * Whether the player chooses with less effort while the data that its
   * level needs are not there; by default that is an error (`no_data`).
   */
  lessEffort?: boolean | undefined;
  /**
   * Whether a level that searches counts, heads-up, what the opponent did
   * in earlier rounds of the match; true by default.
   */
  earlier?: boolean | undefined;
};
import type { Preset } from "../types.js";
import type { Options } from "../types.js";
import type { Rules } from "../types.js";
import { Match } from "./match.js";
import type { Level } from "../types.js";
import type { Character } from "../types.js";
import { Player } from "./player.js";
import type { MatchRecord } from "./record.js";

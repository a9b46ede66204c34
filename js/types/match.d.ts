/** Return what players, reviews and puzzles need of a match. */
export let inside: any;
/** Let a match of a record draw at random from now on. */
export let drawAtRandom: any;
/** Set the leader and the scores of a match before its first deal. */
export let setUp: any;
/** Let a match go on from a position before its first deal. */
export let goOn: any;
/** Return the view of a seat, or of a spectator for null, as messages have it (docs/wire.md). */
export let wireView: any;
/** Return the events of the round of a match as a list that grows with it; all know them. */
export let wireHistory: any;
/** Return the facts of a match for a seat, as messages have them. */
export let wireFacts: any;
/**
 * Match: rounds until one or more players have won.
 *
 * Its records lie outside of the module and are copied into it for each call, so that a match needs
 * no release, and that an error leaves it unchanged.
 */
export class Match {
  /**
   * `chance` is the state of the random numbers, "system", or null for none.
   * @private `Game.match`, `Game.fromPosition` and `Game.fromRecord` return matches.
   */
  private constructor();
  /** Rules of the match. @readonly @type {Rules} */
  readonly rules: Rules;
  /** Names of the players, by seat. @readonly @type {readonly string[]} */
  readonly players: readonly string[];
  /** Dealer of the first round. @readonly @type {number} */
  readonly firstDealer: number;
  /** Seat to act, or null between rounds and after the end. @returns {number | null} */
  get toAct(): number | null;
  /** Names of the legal actions of the seat to act. @returns {Action[]} */
  get legalActions(): Action[];
  /** Whether the match has been decided. @returns {boolean} */
  get over(): boolean;
  /** Seats that have won; empty until the match is over. @returns {number[]} */
  get winners(): number[];
  /** Dealer of the current round, or of the next one between rounds. @returns {number} */
  get dealer(): number;
  /** Leader of the current round, or of the next one between rounds. @returns {number} */
  get leader(): number;
  /** Chips of each seat, or null in a game for points. @returns {number[] | null} */
  get lives(): number[] | null;
  /** Status of each seat, or null in a game for points. @returns {Status[] | null} */
  get status(): Status[] | null;
  /** Points of each seat, or null in a game for lives. @returns {number[] | null} */
  get totals(): number[] | null;
  /** Results of the rounds played. @returns {RoundResult[]} */
  get results(): RoundResult[];
  /** Position with all cards known and the scores of the match (docs/positions.md). @returns {string} */
  get position(): string;
  /**
   * Return the position as a seat sees it, or a spectator for null, with `??` for unknown cards.
   * @param {number | null} [seat]
   * @returns {string}
   */
  positionOf(seat?: number | null): string;
  /**
   * Return an independent copy, to try something out.
   *
   * It has a copy of the random numbers, so a match with a seed and its copy draw the same from here
   * on.
   * @returns {Match}
   */
  copy(): Match;
  /**
   * Take back the last action or the last deal, with the random numbers drawn for it.
   *
   * The start of a match, and a position with which it begins, remain (`nothing_to_undo`).
   * @returns {void}
   */
  undo(): void;
  /**
   * Deal the next round, from a pack in the order of the deal or at random.
   * @param {string} [pack]
   * @returns {void}
   */
  deal(pack?: string): void;
  /**
   * Play an action for the seat to act, by its name, its number, or a choice of its view.
   *
   * If it recycles the talon (R32), the order of the cards laid aside is `shuffle` or random.
   * @param {string | number | Choice} action
   * @param {string} [shuffle]
   * @returns {void}
   */
  play(action: string | number | Choice, shuffle?: string): void;
  /**
   * Return the view of a seat, or of a spectator for null.
   * @param {number | null} [seat]
   * @returns {View}
   */
  view(seat?: number | null): View;
  /**
   * Return the view of a spectator with all hands open, for replays and analysis.
   * @returns {View}
   */
  openView(): View;
  /**
   * Return the facts of the match for a seat, without a round that is still being played.
   * @param {number} seat
   * @returns {MatchFacts}
   */
  facts(seat: number): MatchFacts;
  /**
   * Return the match as a record, with further keys at its end.
   * @param {{ finishedOnly?: boolean, [key: string]: unknown }} [options] With `finishedOnly` the
   *   record is without a round that is still being played.
   * @returns {MatchRecord}
   */
  toRecord({
    finishedOnly,
    ...further
  }?: {
    finishedOnly?: boolean;
    [key: string]: unknown;
  }): MatchRecord;
  /**
   * Return the results of the rounds played, as `schwimmen replay` prints them (RECORD.md).
   * @returns {MatchResult}
   */
  toResult(): MatchResult;
  #private;
}
import type { Rules } from "../types.js";
import type { Action } from "../types.js";
import type { Status } from "../types.js";
import type { RoundResult } from "../types.js";
import type { Choice } from "../types.js";
import type { View } from "../types.js";
import type { MatchFacts } from "../types.js";
import type { MatchRecord } from "./record.js";
import type { MatchResult } from "./record.js";

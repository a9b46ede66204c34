/** Schwimmen (31): rules and matches, by the compiled rules of the Python package. */
import type {
  Action,
  Card,
  Character,
  Choice,
  Effort,
  Level,
  MatchFacts,
  Options,
  PlayerReview,
  Preset,
  ReviewedDecision,
  ReviewedMoment,
  RoundResult,
  Rules,
  Status,
  View,
} from "./types.js";

export type * from "./types.js";

/** Record of a match (RECORD.md), with further keys. */
export interface MatchRecord {
  format: string;
  rules: { preset: Preset; options?: Partial<Options> };
  players: string[];
  dealer: number;
  rounds: { pack: string; shuffles?: string[]; actions: string[] }[];
  [key: string]: unknown;
}

/** Results of a match by RECORD.md. */
export interface MatchResult {
  format: string;
  complete: boolean;
  rounds: (Omit<RoundResult, "hands" | "totals"> & { hands: (string | null)[] })[];
  winners: number[];
  totals?: number[];
}

export interface MatchOptions {
  /** Name of a preset, by default `pagat`. */
  preset?: Preset;
  /** Options that are changed, by their names in RULES.md. */
  options?: Partial<Options>;
  /** Number of players or their names, by default 3. */
  players?: number | readonly string[];
  /** Random seed; without it, the system's random numbers are used. */
  seed?: number | bigint;
  /** Dealer of the first round, by default at random. */
  dealer?: number;
  /**
   * Leader of the first round, and the lives or points of all seats before it. Who has no life left
   * swims. A match with either has no record.
   */
  leader?: number;
  scores?: readonly number[];
  /** Pack of the first round in the order of the deal, by default at random. */
  pack?: string;
}

/** Match: rounds until one or more players have won. */
export interface Match {
  readonly rules: Rules;
  readonly players: readonly string[];
  readonly firstDealer: number;
  /** Seat to act, or null between rounds and after the end. */
  readonly toAct: number | null;
  /** Legal actions of the seat to act. */
  readonly legalActions: Action[];
  readonly over: boolean;
  /** Seats that have won; empty until the match is over. */
  readonly winners: number[];
  /** Results of the rounds played. */
  readonly results: RoundResult[];
  /** Dealer of the current round, or of the next one between rounds. */
  readonly dealer: number;
  readonly leader: number;
  /** Chips of each seat, or null in a game for points. */
  readonly lives: number[] | null;
  readonly status: Status[] | null;
  /** Points of each seat, or null in a game for lives. */
  readonly totals: number[] | null;
  /** Deal the next round, from a pack in the order of the deal or at random. */
  deal(pack?: string): void;
  /**
   * Play an action for the seat to act.
   *
   * If it recycles the talon (R32), the order of the cards laid aside is `shuffle` or random.
   */
  play(action: string | number | Choice, shuffle?: string): void;
  /** Return the view of a seat, or of a spectator for null. */
  view(seat?: number | null): View;
  /** Return the view of a spectator with all hands open, for replays and analysis. */
  openView(): View;
  /** Return the facts of the match for a seat, without a round that is still being played. */
  facts(seat: number): MatchFacts;
  /** Return the match as a record, with further keys at its end. */
  toRecord(options?: { finishedOnly?: boolean; [key: string]: unknown }): MatchRecord;
  /** Return the results of the rounds played, as `schwimmen replay` prints them (RECORD.md). */
  toResult(): MatchResult;
}

export interface PlayerOptions {
  /** Seed of the player; random by default. */
  seed?: number | bigint;
  /** Name of a character; null, the default, is the plain level. */
  character?: Character | null;
}

/** Player of a level. */
export interface Player {
  readonly level: Level;
  readonly character: Character | null;
  /**
   * Return whether the player has all data for the rest of a match.
   *
   * If not, it chooses with less effort. Levels that need no data always have them.
   */
  isPrepared(match: Match): boolean;
  /** Return the name of an action for the seat to act, from its view alone. */
  choose(match: Match): Action;
}

export interface ReviewOptions {
  /** Effort; `decisions` by default. */
  effort?: Effort;
  /** Seed, 0 by default; equal seeds give equal reviews. */
  seed?: number | bigint;
}

/** Values of all legal actions of a seat, the best one first. */
export type Hint = Omit<ReviewedDecision, "chosen" | "grade">;

export interface HintOptions extends ReviewOptions {
  /** Action with which the reasons compare the best one; the second best one by default. */
  chosen?: string;
}

/** Review of a match, as `schwimmen review --json` prints it. */
export interface Review {
  format: string;
  rules: { preset: Preset; options: Partial<Options> };
  names: string[];
  seed: number | bigint;
  /** Whether the match is over. */
  complete: boolean;
  /** Whether values come from a blueprint for similar rules. */
  rougher: boolean;
  /** Reviews of the players; empty in a graph. */
  players: PlayerReview[];
  moments: ReviewedMoment[];
}

export type PuzzleTheme =
  | "close"
  | "keepOpen"
  | "layDown"
  | "whichCard"
  | "swapAll"
  | "pass"
  | "renew"
  | "dealersChoice"
  | "lastTurn"
  | "swimming";

/** Decision in which one action is clearly the best, but not the obvious one. */
export interface Puzzle {
  preset: Preset;
  /** Options that differ from the preset. */
  options: Partial<Options>;
  dealer: number;
  leader: number;
  /** Lives or points of all seats before the round. */
  scores: number[];
  /** Cards that have been dealt, in the order of the deal. */
  dealt: Card[];
  /** Numbers of the actions since the deal. */
  actions: number[];
  /** Value of the best action: percentage of matches won, or points ahead after the round. */
  value: number;
  /** Points that each legal action loses, in the order of the view's choices; 63 or more as 63. */
  losses: number[];
  /** How many of five attempts of each level found the best action. */
  found: Partial<Record<Level, number>>;
  /** Themes, the main one first. */
  themes: PuzzleTheme[];
  /** Rating at which players would find it as often as the levels. */
  rating: number;
}

/** Rules of all presets. */
export interface Game {
  /** Names of the presets. */
  readonly presets: Preset[];
  /** Return the rules of a preset, with some options changed. */
  rules(preset: Preset, options?: Partial<Options>): Rules;
  /** Return a match, of which the first round is dealt. */
  match(options?: MatchOptions): Match;
  /** Names of the levels, from weak to strong, and of baselines that measure them. */
  readonly levels: Level[];
  /** Names of the characters, small biases that some levels may have. */
  readonly characters: Character[];
  /** Return a player of a level; equal seeds give equal play. */
  player(level: Level, options?: PlayerOptions): Player;
  /**
   * Fetch the data that strong levels need for a match, and for its rounds with fewer players.
   *
   * Errors have the code `unreadable`, `damaged_data` or `no_memory`; what has failed may be tried
   * again.
   */
  prepare(
    match:
      Match | { rules: Pick<Rules, "preset" | "options">; players: number | readonly string[] },
  ): Promise<void>;
  /**
   * Return a generator of the moments of a match in order, which returns the review at its end.
   *
   * Each `next()` reviews one moment. The data must have been fetched by `prepare` (`no_data`).
   */
  review(match: Match, options?: ReviewOptions): Generator<ReviewedMoment, Review, void>;
  /** Return how many moments a review of the match has. */
  numberOfMoments(match: Match): number;
  /**
   * Return the values of all actions of the seat to act, from its view alone.
   *
   * They are those of a review with the same effort and seed; the reasons compare the best two. If
   * an action is `chosen`, the reasons are those of a review in which it is played. The data must
   * have been fetched.
   */
  hint(match: Match, options?: HintOptions): Hint;
  /**
   * Return a generator of the puzzles among the decisions of a seat, from a review of the match with
   * decisions; at most one of each round.
   *
   * Each candidate is estimated a second time, and all levels try it. The data must have been
   * fetched.
   */
  puzzlesIn(match: Match, review: Review, seat: number): Generator<Puzzle, void, void>;
  /**
   * Return the match of a record after its last action.
   *
   * Each further deal needs a pack, unless the match `continues`: then packs and shuffles that are
   * not given are random. The record is an object or its text. In a text a key that stands twice is
   * an error (`double_key`), as in Python.
   */
  fromRecord(record: MatchRecord | string, options?: { continues?: boolean }): Match;
}

/** Kind of an `EngineError`. */
export type ErrorCode =
  | "bad_json"
  | "bad_option"
  | "contradiction"
  | "damaged_data"
  | "double_key"
  | "foreign_record"
  | "illegal_action"
  | "not_to_act"
  | "unknown_character"
  | "unknown_effort"
  | "unknown_level"
  | "left_over"
  | "match_over"
  | "missing_key"
  | "missing_shuffle"
  | "newer_record"
  | "no_chance"
  | "no_data"
  | "no_memory"
  | "no_module"
  | "no_record"
  | "no_round"
  | "out_of_range"
  | "reserved_key"
  | "round_running"
  | "unfinished"
  | "unknown_option"
  | "unknown_preset"
  | "unneeded_shuffle"
  | "unreadable"
  | "wrong_cards"
  | "wrong_layout"
  | "wrong_type";

/** Error that a program can cause and correct; a match is as it was before. */
export class EngineError extends Error {
  readonly code: ErrorCode;
  /**
   * Data of the error, such as `reason` and `legal` of an illegal action, or all `pairs` of options
   * that contradict each other.
   */
  readonly details: Readonly<Record<string, unknown>>;
  private constructor();
}

export interface LoadOptions {
  /** The module `rules.wasm`, as bytes or compiled. */
  module?: ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module;
  /** Content of `layout.json`. */
  layout?: object;
  /** Address of the folder of the data. */
  data?: string | URL;
}

/** Load the rules; module, layout and data lie beside the package's code unless given. */
export function load(options?: LoadOptions): Promise<Game>;

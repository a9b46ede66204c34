/** Card as in a record: its rank, then its suit, such as `TC`. */
export type Card = `${Rank}${Suit}`;
export type Rank = "A" | "K" | "Q" | "J" | "T" | "9" | "8" | "7" | "6" | "5" | "4" | "3" | "2";
export type Suit = "C" | "S" | "H" | "D";

/** Kind of action; `!` marks an exchange that also closes. */
export type ActionKind = "exchange" | "exchange!" | SimpleAction;
export type SimpleAction = "all" | "all!" | "pass" | "close" | "renew" | "keep" | "take";

/** Name of an action as in a record, such as `9DxTH!`. */
export type Action = SimpleAction | `${Card}x${Card}` | `${Card}x${Card}!`;

export type Phase = "choice" | "turn" | "renewed" | "over";
export type End = "close" | "31" | "fire" | "talon" | "cap";
export type Status = "in" | "swimming" | "out";

/** Reason for which an action is illegal. */
export type RefusalReason =
  | "round_over"
  | "dealers_choice"
  | "no_choice"
  | "exchange_first"
  | "no_pass"
  | "no_exchange_all"
  | "no_renew"
  | "close_is_its_own_turn"
  | "too_early"
  | "last_turn"
  | "too_few_cards"
  | "shuffle_awaited"
  | "not_your_turn";

/** Value of an option: a switch, a number, one of its choices, or null for no limit. */
export type OptionValue = boolean | number | string | null;

/** Rules of a match; options are named as in RULES.md. */
export interface Rules {
  preset: string;
  /** Options that differ from the preset. */
  changed: Record<string, OptionValue>;
  /** All options. */
  options: Record<string, OptionValue>;
  /**
   * Kinds of action in this game, other than those of the dealer's choice, with those that a seat
   * has only in its last turn (R11).
   */
  actions: ActionKind[];
  /** Names of the options that change this game; others have no effect on it. */
  applying: string[];
}

/** Public event of a round; it is frozen, as all views of the round share it. */
export interface RoundEvent {
  readonly kind:
    | "dealt"
    | "choice"
    | "exchange"
    | "pass"
    | "close"
    | "renew"
    | "recycled"
    | "table"
    | "stays"
    | "shown"
    | "end";
  readonly seat: number | null;
  readonly action: Action | null;
  readonly cards: readonly Card[];
  readonly given: readonly Card[];
  readonly taken: readonly Card[];
  readonly reason: End | "all_pass" | "renew" | "seven_eight_nine" | null;
  /** Whether the event closed a seat that was open. */
  readonly closes: boolean;
  /** Number of its rule in RULES.md, such as `R9`. */
  readonly rule: string;
}

/** Legal action and the hand that it leaves. */
export interface Choice {
  action: Action;
  /** Fixed number of the action. */
  number: number;
  given: Card[];
  taken: Card[];
  /** Value of the hand, or null if it depends on unseen cards. */
  value: number | null;
  suit: Suit | null;
  closes: boolean;
}

/** Public view of one seat. */
export interface SeatView {
  seat: number;
  /** Whether the seat is dealt in. */
  active: boolean;
  /** Number of cards in hand. */
  cards: number;
  /** Cards of the hand that open exchanges revealed. */
  known: Card[];
  /** The whole hand if it lies open. */
  shown: Card[] | null;
  value: number | null;
  suit: Suit | null;
  closed: boolean;
  /** Whether the seat still gets a turn. */
  playing: boolean;
  turns: number;
  lastAction: Action | null;
  lives: number | null;
  status: Status | null;
  total: number | null;
}

/** Result of a round; lists have one entry for each seat, null for a seat that was out. */
export interface RoundResult {
  dealer: number;
  leader: number;
  end: End;
  by: number | null;
  turns: number;
  hands: (Card[] | null)[];
  values: (number | null)[];
  suits: (Suit | null)[];
  lost: (number | null)[] | null;
  lives: (number | null)[] | null;
  status: (Status | null)[] | null;
  points: number[] | null;
  totals: number[] | null;
}

/** Loss of one seat in a round for one reason, in lives or points. */
export interface Loss {
  seat: number;
  amount: number;
  rule: string;
  reason: "worst" | "tied_worst" | "fire" | "dealt_31" | "dealt_fire" | "closer" | "difference";
  /** Seat with which the hand was compared, or that holds the fire or 31. */
  against: number | null;
  /** Criterion by which the two hands differ. */
  decided: "value" | "trips_rank" | "suit" | "high_card" | "tie" | null;
}

/** Facts of a round for one seat, which was dealt in. */
export interface RoundFacts {
  /** Number of the round in the match, from 1. */
  number: number;
  /** Number of seats dealt in. */
  players: number;
  dealer: boolean;
  leader: boolean;
  end: End;
  /** Whether this seat ended the round. */
  ended: boolean;
  /** Number of turns of all seats. */
  length: number;
  /** Number of turns of the seat. */
  turns: number;
  /** Hand at the showdown, as text. */
  hand: string;
  value: number;
  suit: Suit | null;
  /** Whether no hand was better. */
  best: boolean;
  /** Whether the seat lost a life, or in a game for points was not a winner. */
  lost: boolean;
  livesLost: number | null;
  /** Lives left after the round. */
  lives: number | null;
  /** Whether the seat was swimming when the round began. */
  swimming: boolean;
  /** Whether the round put the seat out. */
  out: boolean;
  points: number | null;
  /** Number of the seat's turn in which it closed, from 1. */
  closed: number | null;
}

/** Facts of a match so far, for one seat. */
export interface MatchFacts {
  preset: string;
  /** Options that differ from the preset. */
  options: Record<string, OptionValue>;
  handSize: number;
  scoring: "lives" | "points";
  /** Number of seats. */
  players: number;
  seat: number;
  /** Whether the match is decided for the seat: it is over, or the seat is out. */
  over: boolean;
  won: boolean;
  /** Whether the seat shares its win. */
  shared: boolean;
  /** Points so far, or null in a game for lives. */
  total: number | null;
  /** Finished rounds in which the seat was dealt in. */
  rounds: RoundFacts[];
}

/** What a seat, or a spectator if `seat` is null, may know of a round (R33). */
export interface View {
  rules: Rules;
  seat: number | null;
  phase: Phase;
  /** Number of the round in its match, from 1. */
  number: number;
  dealer: number;
  leader: number;
  toAct: number | null;
  /** Number of turns played in the round. */
  turns: number;
  lastTurns: boolean;
  /** Own hand; empty for a seat not dealt in. */
  hand: Card[];
  value: number | null;
  suit: Suit | null;
  table: Card[];
  /** Number of cards in the talon. */
  talon: number;
  /** Cards laid aside. */
  aside: Card[];
  seats: SeatView[];
  /** Legal actions of the seat, empty if it is not to act. */
  choices: Choice[];
  /** Reason for which each illegal kind of action is refused. */
  refused: Partial<Record<ActionKind, RefusalReason>>;
  /** Whether exchanging all now also closes (R26). */
  allCloses: boolean;
  history: RoundEvent[];
  /** Result of the round, once it is over. */
  result: RoundResult | null;
  losses: Loss[];
  /** Whether the round does not count (R24). */
  replayed: boolean;
  /** Whether the match is over. */
  over: boolean;
  winners: number[];
  /** Passes in succession (R9). */
  passes: number;
  end: End | null;
  by: number | null;
  /** Seats that have closed as R20 counts it. */
  closers: number[];
}

/** Record of a match (RECORD.md), with further keys. */
export interface MatchRecord {
  format: string;
  rules: { preset: string; options?: Record<string, OptionValue> };
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
  preset?: string;
  /** Options that are changed, by their names in RULES.md. */
  options?: Record<string, OptionValue>;
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
  character?: string | null;
}

/** Player of a level. */
export interface Player {
  readonly level: string;
  readonly character: string | null;
  /**
   * Return whether the player has all data for the rest of a match.
   *
   * If not, it chooses with less effort. Levels that need no data always have them.
   */
  isPrepared(match: Match): boolean;
  /** Return the name of an action for the seat to act, from its view alone. */
  choose(match: Match): Action;
}

/** Effort of a review, from the quickest one: `graph` has the chances alone. */
export type Effort = "graph" | "decisions" | "thorough";

export interface ReviewOptions {
  /** Effort; `decisions` by default. */
  effort?: Effort;
  /** Seed, 0 by default; equal seeds give equal reviews. */
  seed?: number | bigint;
}

/** Estimated value and its standard error. */
export interface Estimate {
  value: number;
  error: number;
}

/**
 * Legal action, with its value to the seat to act.
 *
 * `loss` is how many points the action loses against the best one; 100 points are a match. In a game
 * for points they are points of hands. `error` and `lossError` are standard errors.
 */
export interface ReviewedAction {
  action: Action;
  value: number;
  error: number;
  loss: number;
  lossError: number;
}

export type Grade = "inaccuracy" | "mistake" | "blunder";

/** Code of a reason; docs/review.md explains all of them. */
export type ReasonCode =
  | "better_hand"
  | "special_hand"
  | "strong_hand"
  | "weak_hand"
  | "kept_hand"
  | "poor_deal"
  | "left_cards"
  | "outs"
  | "fewer_turns"
  | "new_table"
  | "no_new_table"
  | "weak_opponent"
  | "strong_opponent"
  | "known_cards"
  | "lives";

/** Fact that makes the best action better than another. */
export interface Reason {
  code: ReasonCode;
  /** Share of the difference of their values that is gone without the fact: half or more. */
  share: number;
  /** Opponent whom the fact concerns. */
  seat: number | null;
  cards: Card[];
  numbers: Record<string, number>;
}

/** Values of all legal actions of a seat, the best one first. */
export interface Hint {
  seat: number;
  actions: ReviewedAction[];
  /** At most three reasons why the best action is better than the second best one. */
  reasons: Reason[];
  /** Whether every other action is at least a mistake. */
  onlyMove: boolean;
  /** Whether the best two actions differ by less than the noise, or by less than one point. */
  closeCall: boolean;
}

export interface HintOptions extends ReviewOptions {
  /** Action with which the reasons compare the best one; the second best one by default. */
  chosen?: string;
}

/** Decision with more than one legal action. */
export interface ReviewedDecision extends Hint {
  chosen: Action;
  grade: Grade | null;
  /**
   * At most three reasons why the best action is better than the one played or, if that was the
   * best, than the second best one. Only decisions with a grade and only moves have any.
   */
  reasons: Reason[];
}

/** Change of a seat's chance since the moment before, by its cause. */
export interface Change {
  /** What deals, shuffles, cards turned up and hands shown did. */
  luck: number;
  /** What the seat's own action lost against the best one: 0 or less. */
  error: number;
  /** What an action of another seat did before any card was turned up. */
  others: number;
}

/** Moment of a match: before the first deal, after a deal, or after an action. */
export interface ReviewedMoment {
  number: number;
  /** Number of the round, from 1; 0 before the first deal. */
  round: number;
  /** Seat that acted; null after a deal and before the first one. */
  seat: number | null;
  action: Action | null;
  /** Chance of every seat to win the match; in a game for points the expected lead. */
  chances: Estimate[];
  /** Changes of the chance of every seat; empty in a graph. */
  changes: Change[];
  /** Decision at this moment, if it has more than one legal action and one was played. */
  decision: ReviewedDecision | null;
}

/** Change of a player's chance by luck alone, at the moment of this number. */
export interface Swing {
  moment: number;
  change: number;
}

/** Review of a player: how well it decided, and how lucky it was. */
export interface PlayerReview {
  seat: number;
  name: string;
  decisions: number;
  loss: number;
  /** Points lost in 100 decisions; null without decisions. */
  errorRate: number | null;
  /** Level of which the rate in such matches is nearest; null with fewer than ten decisions. */
  like: string | null;
  grades: Record<Grade, number>;
  /** `luck + errors + others` is `result - before`, up to rounding. */
  account: { before: number; result: number; luck: number; errors: number; others: number };
  /** Moments at which luck raised its chance most, the largest first. */
  luckiest: Swing[];
  unluckiest: Swing[];
}

/** Review of a match, as `schwimmen review --json` prints it. */
export interface Review {
  format: string;
  rules: { preset: string; options: Record<string, OptionValue> };
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
  preset: string;
  /** Options that differ from the preset. */
  options: Record<string, OptionValue>;
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
  found: Record<string, number>;
  /** Themes, the main one first. */
  themes: PuzzleTheme[];
  /** Rating at which players would find it as often as the levels. */
  rating: number;
}

/** Rules of all presets. */
export interface Game {
  /** Names of the presets. */
  readonly presets: string[];
  /** Return the rules of a preset, with some options changed. */
  rules(preset: string, options?: Record<string, OptionValue>): Rules;
  /** Return a match, of which the first round is dealt. */
  match(options?: MatchOptions): Match;
  /** Names of the levels, from weak to strong, and of baselines that measure them. */
  readonly levels: string[];
  /** Names of the characters, small biases that some levels may have. */
  readonly characters: string[];
  /** Return a player of a level; equal seeds give equal play. */
  player(level: string, options?: PlayerOptions): Player;
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

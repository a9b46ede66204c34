/** Types of data; scripts/js_types.py writes them from the Python package. */

/** Rank of a card. */
export type Rank = "A" | "K" | "Q" | "J" | "T" | "9" | "8" | "7" | "6" | "5" | "4" | "3" | "2";

/** Suit of a card. */
export type Suit = "C" | "S" | "H" | "D";

/** Action that exchanges no single card. */
export type SimpleAction = "all" | "all!" | "pass" | "close" | "renew" | "keep" | "take";

/** Phase of a round. */
export type Phase = "choice" | "turn" | "renewed" | "over";

/** How a round ended. */
export type End = "close" | "31" | "fire" | "talon" | "cap";

/** Status of a seat in a match for lives. */
export type Status = "in" | "swimming" | "out";

/** Kind of a public event. */
export type EventKind =
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
  | "end"
  | "position";

/** Reason of a public event. */
export type EventReason =
  "close" | "31" | "fire" | "talon" | "cap" | "all_pass" | "renew" | "seven_eight_nine";

/** Reason of a loss. */
export type LossReason =
  | "worst"
  | "tied_worst"
  | "fire"
  | "dealt_31"
  | "dealt_fire"
  | "closer"
  | "difference"
  | "closer_in_tie"
  | "tied_with_closer"
  | "spared"
  | "not_best";

/** Criterion by which two hands differ (R16). */
export type Criterion = "value" | "trips_rank" | "suit" | "high_card" | "tie";

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
  | "not_your_turn"
  | "unknown_action"
  | "card_not_in_hand"
  | "card_not_on_table";

/** Name of a preset. */
export type Preset =
  "pagat" | "app" | "app-a7" | "app-a9" | "app-a5" | "gamerules" | "dutch" | "choy";

/** Name of a level, or of a baseline that measures levels. */
export type Level =
  | "random"
  | "greedy"
  | "greedy-20"
  | "greedy-27"
  | "greedy-30"
  | "beginner"
  | "casual"
  | "club"
  | "blueprint"
  | "expert"
  | "master";

/** Name of a character, the small bias of a player. */
export type Character = "hasty" | "patient" | "threes" | "suits" | "aces" | "swapper";

/** Effort of a review, from the quickest one. */
export type Effort = "graph" | "decisions" | "thorough";

/** Grade of a decision that loses much. */
export type Grade = "inaccuracy" | "mistake" | "blunder";

/** Theme of a puzzle. */
export type PuzzleTheme =
  | "close"
  | "keepOpen"
  | "whichCard"
  | "layDown"
  | "swapAll"
  | "pass"
  | "renew"
  | "dealersChoice"
  | "lastTurn"
  | "swimming";

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

/** Card as in a record: its rank, then its suit, such as `TC`. */
export type Card = `${Rank}${Suit}`;

/** Kind of action; `!` marks an exchange that also closes. */
export type ActionKind = "exchange" | "exchange!" | SimpleAction;

/** Name of an action as in a record, such as `9DxTH!`. */
export type Action = SimpleAction | `${Card}x${Card}` | `${Card}x${Card}!`;

/** All options, by their names in RULES.md. */
export type Options = {
  /** R1: one of A2, A5, A6, A7, A9. */
  pack: "A2" | "A5" | "A6" | "A7" | "A9";
  /** R4: one of 3, 4. */
  hand_size: 3 | 4;
  /** R2: a whole number from 2 to 10. */
  max_players: number;
  /** R5: yes or no (true or false). */
  dealer_choice: boolean;
  /** R8: yes or no (true or false). */
  pass: boolean;
  /** R8: yes or no (true or false). */
  exchange_all: boolean;
  /** R30: yes or no (true or false). */
  renew: boolean;
  /** R10: one of end_of_turn, instead. */
  close_timing: "end_of_turn" | "instead";
  /** R11: one of one_turn_each, until_one_open, immediate. */
  close_effect: "one_turn_each" | "until_one_open" | "immediate";
  /** R10: a whole number from 1 to 1000. */
  close_from_turn: number;
  /** R9: one of showdown, keep, recycle. */
  talon_short: "showdown" | "keep" | "recycle";
  /** R32: one of shuffle, in_order. */
  recycle: "shuffle" | "in_order";
  /** R34: yes or no (true or false). */
  replace_789: boolean;
  /** R12: one of ends, grace, none. */
  special: "ends" | "grace" | "none";
  /** R15: yes or no (true or false). */
  fire: boolean;
  /** R15: yes or no (true or false). */
  three_of_a_kind: boolean;
  /** R18: one of all_others, lowest. */
  fire_penalty: "all_others" | "lowest";
  /** R19: one of normal, harsh. */
  dealt_penalty: "normal" | "harsh";
  /** R20: yes or no (true or false). */
  closer_penalty: boolean;
  /** R35: one of shared, closer_loses, closer_safe. */
  closer_tie: "shared" | "closer_loses" | "closer_safe";
  /** R36: one of lowest, all_but_best. */
  losers: "lowest" | "all_but_best";
  /** R16: yes or no (true or false). */
  tie_trips_rank: boolean;
  /** R16: yes or no (true or false). */
  tie_suit: boolean;
  /** R16: yes or no (true or false). */
  tie_high_card: boolean;
  /** R31: one of lives, points. */
  scoring: "lives" | "points";
  /** R21: a whole number from 1 to 1000. */
  lives: number;
  /** R22: one of all, first, none. */
  last_chance: "all" | "first" | "none";
  /** R24: one of share, replay. */
  all_out: "share" | "replay";
  /** R31: a whole number from 1 to 1000. */
  rounds: number;
  /** R31: a whole number from 1 to 100000 or none. */
  target: number | null;
  /** R13: a whole number from 1 to 1000. */
  turn_cap: number;
};

/** Value of an option: a switch, a number, one of its choices, or null for no limit. */
export type OptionValue = Options[keyof Options];

/**
 * Public event of a round.
 *
 * `kind` is one of:
 *
 * - `dealt`: `seat` dealt; `cards` is the table, empty before a dealer's choice
 * - `choice`: the dealer kept or took (`action`); `cards` is the table turned up
 * - `exchange`: `seat` gave `given` to the table and took `taken`
 * - `pass`: `seat` passed
 * - `close`: `seat` closed, or did nothing in a last turn of the Dutch game
 * - `renew`: `seat` renewed the table (R30)
 * - `recycled`: the cards laid aside became the talon (R32)
 * - `table`: `given` was laid aside, `cards` is the new table; `reason` is `all_pass`, `renew` or
 *   `seven_eight_nine`
 * - `stays`: all passed, but the table stays because the talon is too short (R9)
 * - `position`: the round was set up from the position `reason`; `action` is `take` if its dealer
 *   had taken the extra hand
 * - `shown`: `seat` shows `cards`, a special hand; `reason` is `31` or `fire`
 * - `end`: the round ended for `reason` (as in a record); `seat` ended it, if any
 *
 * `rule` is the number of its rule in RULES.md, such as `R9`. `closes` is true if the event closed
 * a seat that was open (R11, R26).
 */
export interface RoundEvent {
  readonly kind: EventKind;
  readonly seat: number | null;
  readonly action: Action | null;
  readonly cards: readonly Card[];
  readonly given: readonly Card[];
  readonly taken: readonly Card[];
  readonly reason: EventReason | (string & {}) | null;
  readonly closes: boolean;
  readonly rule: string;
}

/** Legal action and the hand that it leaves. */
export interface Choice {
  /** Name of the action, as in a record. */
  action: Action;
  /** Number of the action. */
  number: number;
  given: Card[];
  taken: Card[];
  /** Value of the hand; null if it depends on unseen cards (take, renew). */
  value: number | null;
  /** Counting suit of the hand; null also if it is valued by R15. */
  suit: Suit | null;
  /** Whether the action closes (R10, R26), unless the new hand ends the round first (R12). */
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
  /** Whole hand if it lies open. */
  shown: Card[] | null;
  /** Value of the hand if it lies open. */
  value: number | null;
  /** Counting suit of the hand if it lies open. */
  suit: Suit | null;
  /** Whether the seat is no longer open (R11, R26). */
  closed: boolean;
  /** Whether the seat still gets a turn. */
  playing: boolean;
  /** Turns of the seat in the round. */
  turns: number;
  /** Last action of the seat, as in a record. */
  lastAction: Action | null;
  /** Lives; null in a game for points, and in a round by itself. */
  lives: number | null;
  /** Status; null in a game for points, and in a round by itself. */
  status: Status | null;
  /** Points; null in a game for lives, and in a round by itself. */
  total: number | null;
}

/**
 * Result of a round, with one entry for each seat, null for a seat that was out.
 *
 * The fields are those of a result in RECORD.md. `lives` and `status`, or `totals`, are set only in
 * a match.
 */
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

/**
 * Loss of one seat in a round for one reason, in lives or points.
 *
 * `reason` is one of:
 *
 * - `worst`: the seat has the worst hand (R17, or R18 with `lowest`)
 * - `tied_worst`: the seat is tied with others for the worst hand
 * - `fire`: another seat has fire, and all others lose (R18)
 * - `dealt_31`: another seat was dealt 31 (R19)
 * - `dealt_fire`: another seat was dealt fire (R19)
 * - `closer`: the seat closed without the best hand (R20)
 * - `difference`: the seat does not have the winning hand (R31); the amount may be 0
 * - `closer_in_tie`: the seat is tied for the worst hand with others, who did not close (R35)
 * - `tied_with_closer`: the seat is tied for the worst hand with a closer, who is spared (R35)
 * - `spared`: the seat is tied for the worst hand but loses nothing (R35); the amount is 0
 * - `not_best`: the seat does not have the best hand (R36)
 *
 * `against` is the seat with which the hand was compared: the next better hand for `worst`, another
 * tied hand for `tied_worst`, a spared one for `closer_in_tie` and `tied_with_closer`, one that
 * loses for `spared`, the best hand for `closer` and `not_best`, the winner for `difference`,
 * otherwise the holder of the fire or 31; the first in turn order if several qualify. `decided` is
 * the criterion by which the two hands differ (R16), null if hands were not compared.
 */
export interface Loss {
  seat: number;
  amount: number;
  rule: string;
  reason: LossReason;
  against: number | null;
  decided: Criterion | null;
}

/** View of a round by one seat, or by a spectator if `seat` is null. */
export interface View {
  rules: Rules;
  seat: number | null;
  phase: Phase;
  /** Number of the round in its match, from 1. */
  number: number;
  dealer: number;
  leader: number;
  /** Seat to act; null if the round is over or the talon is being shuffled (R32). */
  toAct: number | null;
  /** Number of turns played in the round. */
  turns: number;
  /** Whether the seats still playing have their last turn (R11). */
  lastTurns: boolean;
  /** Hand of the view's seat; empty for a seat not dealt in. */
  hand: Card[];
  /** Value of the hand of the view's seat. */
  value: number | null;
  /** Counting suit of the hand of the view's seat. */
  suit: Suit | null;
  table: Card[];
  /** Number of cards in the talon. */
  talon: number;
  /** Cards laid aside, in their order. */
  aside: Card[];
  seats: SeatView[];
  /** Legal actions with the hands they leave. */
  choices: Choice[];
  /** Reason, one of `ILLEGAL_REASONS`, for each illegal kind of action. */
  refused: Partial<Record<ActionKind, RefusalReason>>;
  /** Whether exchanging all now also closes (R26). */
  allCloses: boolean;
  /** Events of the round. */
  history: RoundEvent[];
  /** Result of the round, once it is over. */
  result: RoundResult | null;
  /** Losses with their reasons, even if the round does not count; empty until it is over. */
  losses: Loss[];
  /** Whether the round is over and does not count (R24). */
  replayed: boolean;
  /** Whether the match, or a round by itself, is over. */
  over: boolean;
  /** Seats that have won the match. */
  winners: number[];
  /** Number of passes in succession (R9). */
  passes: number;
  /** End of the round, which is known before the last turns are played. */
  end: End | null;
  /** Seat that ends the round, if any. */
  by: number | null;
  /** Seats that have closed as R20 counts it. */
  closers: number[];
}

/** Facts of a finished round in which the seat was dealt in. */
export interface RoundFacts {
  /** Number of the round in the match, from 1. */
  number: number;
  /** Seats dealt in. */
  players: number;
  /** Whether the seat dealt. */
  dealer: boolean;
  /** Whether the seat led, or would have led if the round had not ended at the deal. */
  leader: boolean;
  /** End of the round, as in the results of RECORD.md. */
  end: End;
  /** Whether the seat ended the round. */
  ended: boolean;
  /** Turns of all seats, without the dealer's choice. */
  length: number;
  /** Turns of the seat. */
  turns: number;
  /** Hand at the showdown. */
  hand: string;
  /** Value of the hand at the showdown (R14, R15). */
  value: number;
  /** Counting suit of the hand at the showdown; null if it is valued by R15. */
  suit: Suit | null;
  /** Whether no hand at the showdown was better (R16). */
  best: boolean;
  /**
   * Whether the seat lost a life (R17 to R20), or in a game for points was not a winner (R31). A
   * round that does not count is not lost (R24).
   */
  lost: boolean;
  /** Lives that the round cost, even if the seat had fewer; null in a game for points. */
  livesLost: number | null;
  /** Lives left after the round; null in a game for points. */
  lives: number | null;
  /** Whether the seat was swimming when the round began (R21, R29). */
  swimming: boolean;
  /** Whether the round put the seat out. */
  out: boolean;
  /** Points scored (R31); null in a game for lives. */
  points: number | null;
  /**
   * Number of the seat's turn in which it closed, from 1, or null. Only the actions `close` and `!`
   * count, neither a last turn nor, in the Dutch game, exchanging all (R20).
   */
  closed: number | null;
}

/** Facts of a match so far, for one seat. */
export interface MatchFacts {
  preset: Preset;
  /** Options that differ from the preset. */
  options: Partial<Options>;
  handSize: number;
  scoring: "lives" | "points";
  /** Seats at the table. */
  players: number;
  seat: number;
  /**
   * Whether the match is decided for the seat: it is over, or the seat is out and can no longer
   * win. An abandoned match is never over, and so not lost.
   */
  over: boolean;
  /** Whether the seat has won, alone or with others (R23, R24, R31). */
  won: boolean;
  /** Whether the seat shares its win. */
  shared: boolean;
  /** Points so far; null in a game for lives. */
  total: number | null;
  /** Finished rounds in which the seat was dealt in. */
  rounds: RoundFacts[];
}

/** Estimated value and its standard error. */
export interface Estimate {
  value: number;
  error: number;
}

/** Legal action of a decision, with its value to the seat to act, and its outcome. */
export interface ReviewedAction {
  action: Action;
  value: number;
  /** Standard error of the value. */
  error: number;
  /**
   * Points lost against the best action; 0 for this one, and for all that are as good.
   *
   * An action is as good if the 95 % interval of its loss contains 0, or if it loses nothing by one
   * of the mixtures of opponents.
   */
  loss: number;
  /** Standard error of the loss. */
  lossError: number;
  /** Lowest loss by any of the mixtures of opponents: of all, of strong and of weak players. */
  leastLoss: number;
  /** Highest loss by any of these mixtures. */
  mostLoss: number;
  /** Worst grade with a limit below the 95 % interval of the loss, and below the lowest loss. */
  grade: Grade | null;
  /** Value of the hand that the action leaves; null if it depends on unseen cards. */
  handValue: number | null;
  /** Whether the action closes (R10, R26). */
  closes: boolean;
  /** End of the round that the action brings, at once or after last turns. */
  ends: End | null;
  /** Whether the round is over with the action. */
  over: boolean;
}

/**
 * Fact that makes an action better than another.
 *
 * Without the fact, `share` of the difference of their values is gone: half or more. `seat` is an
 * opponent, `cards` are names of cards; docs/review.md explains each `code` and its `numbers`.
 */
export interface Reason {
  code: ReasonCode;
  share: number;
  seat: number | null;
  cards: Card[];
  numbers: Record<string, number>;
}

/**
 * Decision with more than one legal action; `actions` begin with the best one.
 *
 * Actions are valued from what the seat knows, its hand included. So the value of the best one is
 * the seat's own estimate of its chance.
 *
 * Of actions that are equally good within the noise the best is the plainest; the others follow it,
 * with a loss of 0. `onlyMove` is true if every other action is at least a mistake. `reasons` say
 * why the best action is better than the one played or, if that was the best, than the second best
 * one; only decisions with a grade and only moves have any.
 */
export interface ReviewedDecision {
  seat: number;
  chosen: Action;
  grade: Grade | null;
  onlyMove: boolean;
  actions: ReviewedAction[];
  reasons: Reason[];
}

/**
 * Values of all legal actions of a seat, the best one first, as a review has them.
 *
 * Of actions that are equally good within the noise the best is the plainest; the others follow it,
 * with a loss of 0. `onlyMove` is true if every other action is at least a mistake. `reasons` say
 * why the best action is better than the first one that is not as good, or than the one that was
 * chosen.
 */
export interface Hint {
  seat: number;
  actions: ReviewedAction[];
  reasons: Reason[];
  onlyMove: boolean;
}

/**
 * Change of a seat's chance from one moment to the next, by its cause.
 *
 * `luck` is what chance did: deals, shuffles, cards turned up, hands shown, and what the seat's own
 * action shows of its hand. `error` is what the seat's own action lost against the best one, as a
 * number that is 0 or less; `others` is what an action of another seat did before any card was
 * turned up. At a moment the changes of all seats add up to 0.
 */
export interface Change {
  luck: number;
  error: number;
  others: number;
}

/** Moment of a match: before the first deal, after a deal, or after an action. */
export interface ReviewedMoment {
  /** Place among the moments of the match, from 0. */
  number: number;
  /** Number of the round, from 1; 0 before the first deal. */
  round: number;
  /** Seat that acted; null after a deal and before the first one. */
  seat: number | null;
  /** Action of that seat, as in a record. */
  action: Action | null;
  /**
   * Value to every seat, from what a spectator knows; `Scale` describes the unit.
   *
   * In a match for lives they add up to 1, in a game for points to 0.
   */
  chances: Estimate[];
  /** Change of the value to every seat since the moment before; empty in a graph. */
  changes: Change[];
  /** Decision at this moment, if it has more than one legal action and one was played. */
  decision: ReviewedDecision | null;
}

/** Change of a player's chance by luck alone, at the moment of this number. */
export interface Swing {
  moment: number;
  change: number;
}

/**
 * Account of a player: `luck + errors + others` is `result - before`, up to rounding.
 *
 * `before` is the chance before the match, `result` the one at the end: 1 for a win alone, a part
 * of it for a shared one. `Change` describes the parts.
 */
export interface Account {
  before: number;
  result: number;
  luck: number;
  errors: number;
  others: number;
}

/**
 * Review of a player: how well it decided, and how lucky it was.
 *
 * `loss` is the sum of the points that its decisions lost, `squares` that of their squares, and
 * `errorRate` how many it lost in 100 decisions, null without any. `luckiest` and `unluckiest` are
 * the moments at which luck changed its chance most, the largest first; what its own actions show
 * of its hand counts at the end of the round.
 */
export interface PlayerReview {
  seat: number;
  name: string;
  decisions: number;
  loss: number;
  squares: number;
  errorRate: number | null;
  grades: Record<Grade, number>;
  account: Account;
  luckiest: Swing[];
  unluckiest: Swing[];
}

/**
 * Estimates of a legal action, and how probable it is that `blueprint` plays it.
 *
 * `ActionEstimate` explains values and losses; in a match for lives a value is the probability of
 * winning it.
 */
export interface AnalysedAction {
  action: Action;
  value: number;
  error: number;
  loss: number;
  lossError: number;
  leastLoss: number;
  mostLoss: number;
  sureLoss: number;
  policy: number;
}

/** Hand that a seat may hold, and its probability. */
export interface PossibleHand {
  cards: Card[];
  probability: number;
}

/** Rules of a match. */
export interface Rules {
  preset: Preset;
  /** Options that differ from the preset. */
  changed: Partial<Options>;
  options: Options;
  /**
   * Kinds of action in this game, other than those of the dealer's choice, with those
   * that a seat has only in its last turn (R11).
   */
  actions: ActionKind[];
  /** Names of the options that change this game; others have no effect on it. */
  applying: (keyof Options)[];
}

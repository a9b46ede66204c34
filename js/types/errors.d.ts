/** Return a value as errors quote it, as in Python: text and numbers, all else by kind. */
export function quote(value: any): string;
/** Return a text of which the places, in braces, are filled. */
export function filled(text: any, places?: {}): any;
/** Return a whole number within limits; throw an `EngineError` for anything else. */
export function checkNumber(name: any, value: any, least: any, most: any): any;
/** Errors that programs can cause and correct, and values as their messages quote them. */
/** Error that a program can cause and correct; a match is as it was before. */
export class EngineError extends Error {
  /** @private The package alone throws such errors. */
  private constructor();
  /** Kind of the error. @readonly @type {ErrorCode} */
  readonly code: ErrorCode;
  /**
   * Data of the error, such as `reason` and `legal` of an illegal action, or all `pairs` of options
   * that contradict each other.
   * @readonly
   * @type {Readonly<Record<string, unknown>>}
   */
  readonly details: Readonly<Record<string, unknown>>;
}
/**
 * Kind of an `EngineError`.
 */
export type ErrorCode =
  | "bad_json"
  | "bad_option"
  | "bad_position"
  | "contradiction"
  | "damaged_data"
  | "double_key"
  | "foreign_record"
  | "illegal_action"
  | "impossible_view"
  | "left_over"
  | "match_over"
  | "missing_key"
  | "missing_shuffle"
  | "newer_record"
  | "no_chance"
  | "no_data"
  | "no_match"
  | "no_memory"
  | "no_module"
  | "no_record"
  | "no_round"
  | "no_search"
  | "not_to_act"
  | "nothing_to_undo"
  | "out_of_range"
  | "reserved_key"
  | "round_running"
  | "unfinished"
  | "unknown_character"
  | "unknown_effort"
  | "unknown_level"
  | "unknown_option"
  | "unknown_preset"
  | "unneeded_shuffle"
  | "unreadable"
  | "wrong_cards"
  | "wrong_type";

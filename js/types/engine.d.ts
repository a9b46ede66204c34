/** Return a value as errors quote it: text and numbers, all else by kind. */
export function quote(value: any): string;
/** Return a whole number within limits; throw an `EngineError` for anything else. */
export function checkNumber(name: any, value: any, least: any, most: any): any;
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
/** Array of records of one kind in the memory of an engine, zero at first. */
export class Records {
  constructor(engine: any, layout: any, kind: any, count: any, pointer: any);
  kind: any;
  count: any;
  pointer: any;
  size: any;
  /** Bytes of the first records, all by default; invalid once the engine allocates again. */
  bytes(count?: any): Uint8Array<any>;
  /** Return a whole number of a record. */
  get(field: any, place?: number, record?: number): number;
  /** Set a whole number of a record. */
  set(field: any, value: any, place?: number, record?: number): void;
  #private;
}
/** Instance of the module. */
export class Engine {
  /**
   * Return an engine from the bytes of the module, or a compiled module, and its layout.
   *
   * Throws an `EngineError` if it is not a module, if the two do not belong together, or if there
   * is no memory.
   */
  static load(module: any, layout: any): Promise<Engine>;
  constructor(instance: any, layout: any);
  get memory(): any;
  /** Return a new array of records, which stays until the engine is dropped. */
  allocate(kind: any, count?: number): Records;
  /**
   * Return a preset with some options changed, complete and free of contradictions.
   *
   * They are written into `rules`, new memory by default. Throws an `EngineError` with the code and
   * the `names` of the preset or the options at fault.
   */
  ruleSet(preset: any, options?: {}, rules?: Records): any;
  /** Return what a function returns, after which the arrays that it has allocated are invalid. */
  borrow(run: any): any;
  /** Call a function with arrays of records and whole numbers; return its whole numbers. */
  call(name: any, ...given: any[]): number[];
  #private;
}
/**
 * Kind of an `EngineError`.
 */
export type ErrorCode =
  | "bad_json"
  | "bad_option"
  | "contradiction"
  | "damaged_data"
  | "double_key"
  | "foreign_record"
  | "illegal_action"
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
  | "not_to_act"
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
  | "wrong_layout"
  | "wrong_type";

/** Errors that programs can cause and correct, and values as their messages quote them. */

/**
 * Kind of an `EngineError`.
 * @typedef {(
 *   "bad_json" |
 *   "bad_option" |
 *   "bad_position" |
 *   "contradiction" |
 *   "damaged_data" |
 *   "double_key" |
 *   "foreign_record" |
 *   "illegal_action" |
 *   "impossible_view" |
 *   "left_over" |
 *   "match_over" |
 *   "missing_key" |
 *   "missing_shuffle" |
 *   "newer_record" |
 *   "no_chance" |
 *   "no_data" |
 *   "no_match" |
 *   "no_memory" |
 *   "no_module" |
 *   "no_record" |
 *   "no_round" |
 *   "no_search" |
 *   "not_to_act" |
 *   "nothing_to_undo" |
 *   "out_of_range" |
 *   "reserved_key" |
 *   "round_running" |
 *   "unfinished" |
 *   "unknown_character" |
 *   "unknown_effort" |
 *   "unknown_level" |
 *   "unknown_option" |
 *   "unknown_preset" |
 *   "unneeded_shuffle" |
 *   "unreadable" |
 *   "wrong_cards" |
 *   "wrong_type"
 * )} ErrorCode
 */

/** Error that a program can cause and correct; a match is as it was before. */
export class EngineError extends Error {
  /** @private The package alone throws such errors. */
  constructor(code, message, details = {}) {
    super(message);
    this.name = "EngineError";
    /** Kind of the error. @readonly @type {ErrorCode} */
    this.code = code;
    /**
     * Data of the error, such as `reason` and `legal` of an illegal action, or all `pairs` of options
     * that contradict each other.
     * @readonly
     * @type {Readonly<Record<string, unknown>>}
     */
    this.details = details;
  }
}

const MOST = 200; // characters of a quotation
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** Return a value as errors quote it, as in Python: text and numbers, all else by kind. */
export function quote(value) {
  if (typeof value === "string") {
    const letters = Array.from(value.replace(UNPRINTABLE, escape));
    return `"${letters.length > MOST ? `${letters.slice(0, MOST).join("")}...` : letters.join("")}"`;
  }
  if (Array.isArray(value)) return "a list";
  return value !== null && ["object", "function", "symbol"].includes(typeof value)
    ? `a value of type ${typeof value}`
    : String(value);
}

/** Return an unprintable character as Python's escape of it. */
function escape(character) {
  const code = character.codePointAt(0);
  const short = { 9: "\\t", 10: "\\n", 13: "\\r" }[code];
  if (short !== undefined) return short;
  const [letter, length] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(length, "0")}`;
}

/** Return a text of which the places, in braces, are filled. */
export function filled(text, places = {}) {
  return text.replace(/\{(\w+)\}/g, (_, place) => String(places[place]));
}

/** Return a whole number within limits; throw an `EngineError` for anything else. */
export function checkNumber(name, value, least, most) {
  if (!Number.isSafeInteger(value))
    throw new EngineError("wrong_type", `${name}: ${quote(value)} is not a whole number`, { name });
  if (value < least || value > most)
    throw new EngineError(
      "out_of_range",
      `${name}: ${value} is not a whole number from ${least} to ${most}`,
      { name, value, least, most },
    );
  return value;
}

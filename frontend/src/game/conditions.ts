/** Conditions on the options of a game. */
import type { Options, Value } from "../api/wire";

/** The expected value of an option: a value, one of several, or a number above another. */
export type Expected = Value | readonly Value[] | { readonly above: number };
/** Options that must all have the expected values. */
export type Condition = Readonly<Record<string, Expected | undefined>>;
/** A condition, or several of which one must hold. */
export type When = Condition | readonly Condition[];

const isList = (when: When): when is readonly Condition[] => Array.isArray(when);
const isValueList = (expected: Expected): expected is readonly Value[] => Array.isArray(expected);

function matches(value: Value | undefined, expected: Expected): boolean {
  if (typeof expected !== "object" || expected === null) return value === expected;
  if (isValueList(expected)) return expected.some((one) => one === value);
  return typeof value === "number" && value > expected.above;
}

/** Return whether a condition holds under these options. */
export function holds(when: When | undefined, options: Options): boolean {
  if (when === undefined) return true;
  if (isList(when)) return when.some((condition) => holds(condition, options));
  return Object.entries(when).every(
    ([name, expected]) => expected === undefined || matches(options[name], expected),
  );
}

/** Common conditions. */
export const LIVES = { scoring: "lives" } as const;
export const POINTS = { scoring: "points" } as const;
export const DUTCH = { close_effect: "until_one_open" } as const;
export const LAST_TURNS = { close_effect: "one_turn_each" } as const;
export const ALL_BUT_BEST = { losers: "all_but_best" } as const;
export const AT_ONCE = { close_effect: "immediate" } as const;

/** Return whether the lowest hand decides who loses a round, and not the best one (R17, R36). */
export const lowestLoses = (options: Options): boolean =>
  !holds(POINTS, options) && !holds(ALL_BUT_BEST, options);

/** Return whether a player without lives "has the chicken" (the Dutch game) instead of swimming. */
export const hasChicken = (options: Options): boolean =>
  options["close_effect"] === "until_one_open";

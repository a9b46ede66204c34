/** When a paragraph of the rules holds, as data: what it wants of the options. */
import type { Options, Value } from "../api/wire";

/** A value, one of several, or a number above another. */
export type Wanted = Value | readonly Value[] | { readonly above: number };
/** All of these; of several conditions, one is enough. */
export type Condition = Readonly<Record<string, Wanted | undefined>>;
export type When = Condition | readonly Condition[];

const areMany = (when: When): when is readonly Condition[] => Array.isArray(when);
const areValues = (wanted: Wanted): wanted is readonly Value[] => Array.isArray(wanted);

function is(value: Value | undefined, wanted: Wanted): boolean {
  if (typeof wanted !== "object" || wanted === null) return value === wanted;
  if (areValues(wanted)) return wanted.some((one) => one === value);
  return typeof value === "number" && value > wanted.above;
}

export function holds(when: When | undefined, options: Options): boolean {
  if (when === undefined) return true;
  if (areMany(when)) return when.some((condition) => holds(condition, options));
  return Object.entries(when).every(
    ([name, wanted]) => wanted === undefined || is(options[name], wanted),
  );
}

/** Kinds of games that many paragraphs are about. */
export const LIVES = { scoring: "lives" } as const;
export const POINTS = { scoring: "points" } as const;
export const DUTCH = { close_effect: "until_one_open" } as const;
export const LAST_TURNS = { close_effect: "one_turn_each" } as const;
export const AT_ONCE = { close_effect: "immediate" } as const;

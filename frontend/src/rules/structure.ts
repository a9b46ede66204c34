/** The parts of the rules page, and the conditions under which each is shown. */
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
export const AT_ONCE = { close_effect: "immediate" } as const;

export interface Paragraph {
  id: string;
  when?: When;
  /** The options whose values this paragraph states. */
  states?: readonly string[];
  /** Whether it is an item of a list. */
  item?: true;
}

export interface Block {
  /** The rule, or null for the aim of the game, which summarizes the others. */
  rule: RuleNumber | null;
  paragraphs: readonly Paragraph[];
}

export interface Section {
  id: string;
  blocks: readonly Block[];
}

export const RULES = [
  "R1",
  "R2",
  "R3",
  "R4",
  "R5",
  "R6",
  "R7",
  "R8",
  "R9",
  "R10",
  "R11",
  "R12",
  "R13",
  "R14",
  "R15",
  "R16",
  "R17",
  "R18",
  "R19",
  "R20",
  "R21",
  "R22",
  "R23",
  "R24",
  "R25",
  "R26",
  "R27",
  "R28",
  "R29",
  "R30",
  "R31",
  "R32",
  "R33",
  "R34",
] as const;
export type RuleNumber = (typeof RULES)[number];

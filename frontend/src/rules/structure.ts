/** The parts of the rules page, and the conditions under which each is shown. */
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

export interface Paragraph {
  id: string;
  when?: When;
  /** The options whose value this paragraph tells. */
  states?: readonly string[];
  /** One of a list of things to do. */
  item?: true;
}

export interface Block {
  /** Null for the aim, which sums up the others. */
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

/** How the options are laid out for a reader: in groups, with the rule that explains each. */
import type { Options, Setup } from "../api/wire";
import type { Value } from "./setup";

export const GROUPS = {
  cards: ["pack", "hand_size", "max_players", "dealer_choice"],
  turns: ["pass", "exchange_all", "renew", "replace_789", "talon_short", "recycle", "turn_cap"],
  closing: ["close_timing", "close_effect", "close_from_turn", "closer_penalty"],
  special: ["three_of_a_kind", "fire", "special", "fire_penalty", "dealt_penalty"],
  losing: ["lives", "last_chance", "all_out"],
  ties: ["tie_trips_rank", "tie_suit", "tie_high_card"],
  points: ["scoring", "rounds", "target"],
} as const;

export type GroupName = keyof typeof GROUPS;
export type OptionName = (typeof GROUPS)[GroupName][number];

export const groupNames = Object.keys(GROUPS) as GroupName[];

/** The rule of RULES.md that an option belongs to. */
export const RULES: Readonly<Record<OptionName, string>> = {
  pack: "R1",
  hand_size: "R4",
  max_players: "R2",
  dealer_choice: "R5",
  pass: "R9",
  exchange_all: "R8",
  renew: "R30",
  replace_789: "R34",
  talon_short: "R9",
  recycle: "R32",
  turn_cap: "R13",
  close_timing: "R10",
  close_effect: "R11",
  close_from_turn: "R10",
  closer_penalty: "R20",
  three_of_a_kind: "R15",
  fire: "R15",
  special: "R12",
  fire_penalty: "R18",
  dealt_penalty: "R19",
  lives: "R21",
  last_chance: "R22",
  all_out: "R24",
  tie_trips_rank: "R16",
  tie_suit: "R16",
  tie_high_card: "R16",
  scoring: "R31",
  rounds: "R31",
  target: "R31",
};

/** A newer server may have options that this page cannot explain. */
export const ruleOf = (option: string): string | undefined =>
  Object.entries(RULES).find(([name]) => name === option)?.[1];

/** The group an option is shown in. */
export const groupOf = (option: string): GroupName | "others" =>
  groupNames.find((group) => GROUPS[group].some((name) => name === option)) ?? "others";

/**
 * What an option says something about: without all of these it may be set, but nobody would notice.
 * For layout only; what goes together is the server's to say. Any one of several values will do.
 */
const ABOUT: Partial<Record<string, readonly (readonly [option: string, ...values: Value[]])[]>> = {
  recycle: [["talon_short", "recycle"]],
  replace_789: [["hand_size", 3]],
  closer_penalty: [["scoring", "lives"]],
  fire_penalty: [
    ["fire", true],
    ["special", "ends"],
    ["scoring", "lives"],
  ],
  dealt_penalty: [
    ["special", "ends"],
    ["scoring", "lives"],
  ],
  tie_trips_rank: [["three_of_a_kind", true]],
  lives: [["scoring", "lives"]],
  last_chance: [["scoring", "lives"]],
  all_out: [["scoring", "lives"]],
  rounds: [["scoring", "points"]],
  target: [["scoring", "points"]],
};

/** Whether an option changes anything in a game by these rules. */
export function matters(option: string, rules: Options): boolean {
  if (option === "talon_short") return rules["pass"] === true || rules["renew"] === true;
  return (ABOUT[option] ?? []).every(([other, ...values]) =>
    values.some((value) => value === rules[other]),
  );
}

/** The options that are in no group: a newer server may have some. They are shown all the same. */
export function ungrouped(setup: Setup): string[] {
  const grouped: readonly string[] = groupNames.flatMap((group) => GROUPS[group]);
  return setup.options.map(({ name }) => name).filter((name) => !grouped.includes(name));
}

/** Groups in which the options are shown, with the rule that explains each option. */
import type { Setup } from "../api/wire";

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

/** The rule of RULES.md that defines each option. */
const RULE_OF: Readonly<Record<OptionName, string>> = {
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

/** Return the rule of an option; undefined for an option of a newer server. */
export const ruleOf = (option: string): string | undefined =>
  Object.entries(RULE_OF).find(([name]) => name === option)?.[1];

/** Return the group in which an option is shown. */
export const groupOf = (option: string): GroupName | "others" =>
  groupNames.find((group) => GROUPS[group].some((name) => name === option)) ?? "others";

/** Return the options in no group, which a newer server may have. */
export function ungrouped(setup: Setup): string[] {
  const grouped: readonly string[] = groupNames.flatMap((group) => GROUPS[group]);
  return setup.options.map(({ name }) => name).filter((name) => !grouped.includes(name));
}

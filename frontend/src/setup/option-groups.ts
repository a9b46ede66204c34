/** Groups of options on the page, and the rule that explains each option. */
import { OPTION_RULES } from "../api/constants.generated";
import type { Setup } from "../api/wire";

export const GROUPS = {
  cards: ["pack", "hand_size", "max_players", "dealer_choice"],
  turns: ["pass", "exchange_all", "renew", "replace_789", "talon_short", "recycle", "turn_cap"],
  closing: ["close_timing", "close_effect", "close_from_turn", "closer_penalty", "closer_tie"],
  special: ["three_of_a_kind", "fire", "special", "fire_penalty", "dealt_penalty"],
  losing: ["losers", "lives", "last_chance", "all_out"],
  ties: ["tie_trips_rank", "tie_suit", "tie_high_card"],
  points: ["scoring", "rounds", "target"],
} as const;

export type GroupName = keyof typeof GROUPS;
export type OptionName = (typeof GROUPS)[GroupName][number];

export const groupNames = Object.keys(GROUPS) as GroupName[];

/** Return the rule of an option; undefined for an option of a newer server. */
export const ruleOf = (option: string): string | undefined =>
  Object.entries(OPTION_RULES).find(([name]) => name === option)?.[1];

/** Return the group of an option. */
export const groupOf = (option: string): GroupName | "others" =>
  groupNames.find((group) => GROUPS[group].some((name) => name === option)) ?? "others";

/** Return the options without a group, which a newer server may have. */
export function ungrouped(setup: Setup): string[] {
  const grouped: readonly string[] = groupNames.flatMap((group) => GROUPS[group]);
  return setup.options.map(({ name }) => name).filter((name) => !grouped.includes(name));
}

/** The pages of the navigation. */
import type { IconName } from "../ui/Icon.svelte";
import { hasPage } from "../router/route";

/**
 * All pages that the navigation can link to, by importance: the bar of a phone shows the first
 * ones, and the menu all. `name` is also the key of the text in `nav.bar`.
 */
const PAGES = [
  { name: "start", icon: "play" },
  { name: "daily", icon: "calendar" },
  { name: "friends", icon: "friends" },
  { name: "lobby", icon: "lobby" },
  { name: "matches", icon: "matches" },
  { name: "leaderboard", icon: "leaderboard" },
  { name: "me", icon: "me" },
  { name: "statistics", icon: "statistics" },
  { name: "learn", icon: "learn" },
  { name: "puzzles", icon: "puzzles" },
  { name: "rules", icon: "rules" },
  { name: "odds", icon: "odds" },
  { name: "settings", icon: "settings" },
  { name: "about", icon: "about" },
] as const satisfies readonly { name: string; icon: IconName }[];

export type Entry = (typeof PAGES)[number];

/** Entries whose pages exist. */
export const ENTRIES: readonly Entry[] = PAGES.filter(
  ({ name }) => name === "start" || hasPage(name),
);

/** Pages without the navigation, which fill the whole screen. */
const WITHOUT: readonly string[] = ["table", "replay", "record", "learn", "puzzles"];

/** Return whether a page has the navigation. */
export const hasNavigation = (page: string): boolean => !WITHOUT.includes(page);

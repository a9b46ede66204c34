/** The pages of the navigation. */
import type { IconName } from "../ui/Icon.svelte";
import { parseRoute } from "../router/route";

/**
 * All pages that the navigation can link to, by importance: the bar of a phone shows the first
 * ones, and the menu all. `name` is also the key of the text in `nav.bar`.
 */
const PAGES = [
  { name: "start", path: "/", icon: "play" },
  { name: "daily", path: "/daily", icon: "calendar" },
  { name: "friends", path: "/friends", icon: "friends" },
  { name: "lobby", path: "/lobby", icon: "lobby" },
  { name: "matches", path: "/matches", icon: "matches" },
  { name: "leaderboard", path: "/leaderboard", icon: "leaderboard" },
  { name: "me", path: "/me", icon: "me" },
  { name: "statistics", path: "/statistics", icon: "statistics" },
  { name: "learn", path: "/learn", icon: "learn" },
  { name: "rules", path: "/rules", icon: "rules" },
  { name: "settings", path: "/settings", icon: "settings" },
  { name: "about", path: "/about", icon: "about" },
] as const satisfies readonly { name: string; path: string; icon: IconName }[];

export type Entry = (typeof PAGES)[number];

/** The entries whose pages exist. */
export const ENTRIES: readonly Entry[] = PAGES.filter(
  ({ path }) => parseRoute(path).page !== "unknown",
);

/** The pages that fill the whole screen. */
const WITHOUT: readonly string[] = ["table", "replay", "record", "learn"];

/** Return whether a page has the navigation. */
export const hasNavigation = (page: string): boolean => !WITHOUT.includes(page);

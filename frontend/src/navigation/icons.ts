/** The icons of the pages. */
import type { ListedPage } from "../router/pages";
import type { IconName } from "../ui/Icon.svelte";

export const PAGE_ICONS: Readonly<Record<ListedPage, IconName>> = {
  start: "play",
  together: "friends",
  study: "learn",
  you: "me",
  new: "sliders",
  daily: "daily",
  friends: "friends",
  lobby: "lobby",
  leaderboard: "leaderboard",
  learn: "learn",
  puzzles: "puzzles",
  rules: "rules",
  odds: "odds",
  record: "eye",
  matches: "matches",
  statistics: "statistics",
  me: "me",
  settings: "settings",
  about: "about",
};

/** The pages whose address is their name: where they are found, and what they need. */
import type { PLAIN_PAGES } from "../api/constants.generated";
import { canPlayHere } from "../device/support";
import { SITE } from "../site";
import type { IconName } from "../ui/Icon.svelte";

export type PlainPage = (typeof PLAIN_PAGES)[number];
export type PageName = PlainPage | "start";

/** Pages that show what else there is, in the order of the navigation. */
export const ROOMS = ["start", "together", "study", "you"] as const;
export type Room = (typeof ROOMS)[number];

/** What a page is useless without; `either` is the server, or a browser that plays by itself. */
type Need = "nothing" | "server" | "either";

interface Place {
  room: Room | null;
  needs: Need;
  icon: IconName;
}

/** In the order in which a room shows its pages; the room is null for pages without a link. */
const PLACES: Readonly<Record<PageName, Place>> = {
  start: { room: null, needs: "either", icon: "play" },
  together: { room: null, needs: "server", icon: "friends" },
  study: { room: null, needs: "nothing", icon: "learn" },
  you: { room: null, needs: "nothing", icon: "me" },
  new: { room: "start", needs: "either", icon: "sliders" },
  daily: { room: "start", needs: "server", icon: "daily" },
  friends: { room: "together", needs: "server", icon: "friends" },
  lobby: { room: "together", needs: "server", icon: "lobby" },
  leaderboard: { room: "together", needs: "server", icon: "leaderboard" },
  learn: { room: "study", needs: "nothing", icon: "learn" },
  puzzles: { room: "study", needs: "either", icon: "puzzles" },
  rules: { room: "study", needs: "nothing", icon: "rules" },
  odds: { room: "study", needs: "nothing", icon: "odds" },
  record: { room: "study", needs: "either", icon: "eye" },
  matches: { room: "you", needs: "either", icon: "matches" },
  statistics: { room: "you", needs: "either", icon: "statistics" },
  me: { room: "you", needs: "server", icon: "me" },
  settings: { room: "you", needs: "nothing", icon: "settings" },
  about: { room: "you", needs: "nothing", icon: "about" },
  recover: { room: null, needs: "server", icon: "lock" },
};

/** Whether a page exists here: a static site lacks those that need a server. */
export const hasPage = (page: PageName): boolean => !SITE || PLACES[page].needs !== "server";

/** Pages that the navigation names; a link in a message leads to the other. */
export type ListedPage = Exclude<PageName, "recover">;

/** The pages that exist here and that the navigation names. */
export const LISTED: readonly ListedPage[] = (Object.keys(PLACES) as PageName[]).filter(
  (page): page is ListedPage => page !== "recover" && hasPage(page),
);

export const pageIcon = (page: PageName): IconName => PLACES[page].icon;

export const isRoom = (page: string): page is Room => ROOMS.some((room) => room === page);

/** Return the room that a page is, or is in; null if there is none. */
export const roomOf = (page: string): Room | null =>
  isRoom(page) ? page : isPlain(page) ? PLACES[page].room : null;

const isPlain = (page: string): page is keyof typeof PLACES => Object.hasOwn(PLACES, page);

/** Whether a page is useless without the server, in this browser. */
export const pageNeedsServer = (page: PageName): boolean =>
  PLACES[page].needs === "server" || (PLACES[page].needs === "either" && !canPlayHere());

/** Whether a page shows data of the server, if there is one. */
export const pageUsesServer = (page: PageName): boolean =>
  PLACES[page].needs !== "nothing";

/** Return the pages in a room. */
export const pagesIn = (room: Room): readonly ListedPage[] =>
  LISTED.filter((page) => PLACES[page].room === room);

/** The pages whose address is their name: where they are found, and what they need. */
import type { PLAIN_PAGES } from "../api/constants.generated";
import { SITE } from "../site";

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
}

/** In the order in which a room shows its pages; the room is null for pages without a link. */
const PLACES: Readonly<Record<PageName, Place>> = {
  start: { room: null, needs: "either" },
  together: { room: null, needs: "server" },
  study: { room: null, needs: "nothing" },
  you: { room: null, needs: "nothing" },
  new: { room: "start", needs: "either" },
  daily: { room: "start", needs: "server" },
  friends: { room: "together", needs: "server" },
  lobby: { room: "together", needs: "server" },
  leaderboard: { room: "together", needs: "server" },
  learn: { room: "study", needs: "nothing" },
  puzzles: { room: "study", needs: "either" },
  rules: { room: "study", needs: "nothing" },
  odds: { room: "study", needs: "nothing" },
  record: { room: "study", needs: "either" },
  matches: { room: "you", needs: "either" },
  statistics: { room: "you", needs: "either" },
  me: { room: "you", needs: "server" },
  settings: { room: "you", needs: "nothing" },
  about: { room: "you", needs: "nothing" },
  recover: { room: null, needs: "server" },
  challenge: { room: null, needs: "nothing" },
};

/** Whether a page exists here: a static site lacks those that need a server. */
export const hasPage = (page: PageName): boolean => !SITE || PLACES[page].needs !== "server";

/** Pages to which only links in messages lead. */
type LinkedPage = "recover" | "challenge";

/** Pages that the navigation names. */
export type ListedPage = Exclude<PageName, LinkedPage>;

/** The pages that exist here and that the navigation names. */
export const LISTED: readonly ListedPage[] = (Object.keys(PLACES) as PageName[]).filter(
  (page): page is ListedPage => page !== "recover" && page !== "challenge" && hasPage(page),
);

export const isRoom = (page: string): page is Room => ROOMS.some((room) => room === page);

/** Return the room that a page is, or is in; null if there is none. */
export const roomOf = (page: string): Room | null =>
  isRoom(page) ? page : isPlain(page) ? PLACES[page].room : null;

const isPlain = (page: string): page is keyof typeof PLACES => Object.hasOwn(PLACES, page);

/** Return what a page is useless without. */
export const needOf = (page: PageName): Need => PLACES[page].needs;

/** Return the pages in a room. */
export const pagesIn = (room: Room): readonly ListedPage[] =>
  LISTED.filter((page) => PLACES[page].room === room);

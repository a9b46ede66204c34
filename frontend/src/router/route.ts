/**
 * Addresses of the pages: "/" is the start page, "/t/ID" a table, "/t/ID/replay" its replay, and
 * "/players/ID" the public page of a player.
 */
import { PLAIN_PAGES } from "../api/constants.generated";
import { isDeviceTable } from "../api/table-id";
import { BASE, SITE } from "../site";
import { address, pathOf } from "./address";
import { hasPage, type PageName } from "./pages";

export type Route =
  { page: PageName | "unknown" } | { page: "table" | "replay" | "player"; id: string };

export function parseRoute(path: string): Route {
  const name = path.replace(/^\/|\/$/g, "");
  if (name === "") return { page: "start" };
  const plain = PLAIN_PAGES.find((page) => page === name && hasPage(page));
  if (plain !== undefined) return { page: plain };
  const [, table, replay, player] = /^(?:t\/([^/]+)(\/replay)?|players\/([^/]+))$/.exec(name) ?? [];
  const id = table ?? player;
  if (id === undefined || (SITE && !isDeviceTable(id))) return { page: "unknown" };
  const page = player !== undefined ? "player" : replay ? "replay" : "table";
  try {
    return { page, id: decodeURIComponent(id) };
  } catch {
    return { page: "unknown" };
  }
}

export const tablePath = (id: string) => address(`/t/${encodeURIComponent(id)}`);
export const replayPath = (id: string) => `${tablePath(id)}/replay`;
export const reviewPath = (id: string) => `${replayPath(id)}?review`;
export const practicePath = (id: string, moment: number) => `${reviewPath(id)}&practise=${moment}`;
export const playerPath = (id: string) => address(`/players/${encodeURIComponent(id)}`);
export const pagePath = (page: PageName) => address(page === "start" ? "/" : `/${page}`);
/** Return the address of a challenge; servers do not see what is behind the "#". */
export const challengePath = (text: string) => `${pagePath("challenge")}#${text}`;
export const leaderboardPath = (variant: string) =>
  `${pagePath("leaderboard")}?${new URLSearchParams({ variant })}`;

/** Return the address of a variant's deals of the day, optionally with an earlier date. */
export function dailyPath(variant: string, date?: string): string {
  const query = new URLSearchParams({ variant });
  if (date !== undefined) query.set("date", date);
  return `${pagePath("daily")}?${query}`;
}

/** Way back to the page that led to this one. */
export interface Trail {
  /** Address of that page; null if it is unknown or another site's. */
  from: string | null;
  /** Distance in the session history; 0 if that page is in another window. */
  steps: number;
}

/** Return the trail after a link was followed from `here`; links within a page lengthen it. */
export function nextTrail(path: string, here: string, trail: Trail): Trail {
  const pageOf = (address: string) => pathOf(address).split(/[?#]/, 1)[0];
  return pageOf(path) === pageOf(here)
    ? { ...trail, steps: trail.steps + 1 }
    : { from: here, steps: 1 };
}

/** Return the trail of a page that was loaded without the router. */
export function initialTrail(referrer: string, here: URL | Location, base = BASE): Trail {
  const opener = URL.canParse(referrer) ? new URL(referrer) : null;
  const internal =
    opener?.origin === here.origin &&
    opener.pathname.startsWith(`${base}/`) &&
    opener.pathname !== here.pathname;
  return { from: internal ? opener.pathname + opener.search : null, steps: 0 };
}

/** What an address stands for: "/" is the start page, "/t/ID" a table, "/t/ID/replay" its match. */

/** Pages without anything more in their address. */
export const PLAIN_PAGES = [
  "new",
  "friends",
  "lobby",
  "learn",
  "rules",
  "statistics",
  "matches",
  "leaderboard",
  "me",
  "recover",
  "settings",
  "about",
] as const;
export type PlainPage = (typeof PLAIN_PAGES)[number];

export type Route =
  { page: "start" | "unknown" | PlainPage } | { page: "table" | "replay"; id: string };

export function routeOf(path: string): Route {
  const name = path.replace(/^\/|\/$/g, "");
  if (name === "") return { page: "start" };
  const plain = PLAIN_PAGES.find((page) => page === name);
  if (plain !== undefined) return { page: plain };
  const [, id, replay] = /^t\/([^/]+)(\/replay)?$/.exec(name) ?? [];
  if (id === undefined) return { page: "unknown" };
  try {
    return { page: replay ? "replay" : "table", id: decodeURIComponent(id) };
  } catch {
    return { page: "unknown" };
  }
}

export const tablePath = (id: string) => `/t/${encodeURIComponent(id)}`;
export const replayPath = (id: string) => `${tablePath(id)}/replay`;
export const pagePath = (page: PlainPage | "start") => (page === "start" ? "/" : `/${page}`);
/** The rules of one variant, or of a table with house rules; `rule` is a number such as R17. */
export function rulesPath(
  preset: string,
  options: Record<string, unknown> = {},
  rule?: string,
): string {
  const query = new URLSearchParams({ variant: preset });
  if (Object.keys(options).length > 0) query.set("options", JSON.stringify(options));
  return `/rules?${query}${rule === undefined ? "" : `#${rule}`}`;
}

/** The way back from a page: the address before it, and how many entries of the history it lies. */
export interface Trail {
  from: string | null;
  steps: number;
}

/** The trail of an address that is followed from another; within one page it grows longer. */
export function trailTo(path: string, here: string, trail: Trail): Trail {
  const pageOf = (address: string) => address.split(/[?#]/, 1)[0];
  return pageOf(path) === pageOf(here)
    ? { ...trail, steps: trail.steps + 1 }
    : { from: here, steps: 1 };
}

/** The trail of a page that a link of ours opened in a window of its own, or that none led to. */
export function trailOf(referrer: string, here: URL | Location): Trail {
  const before = URL.canParse(referrer) ? new URL(referrer) : null;
  const ours = before?.origin === here.origin && before.pathname !== here.pathname;
  return { from: ours ? before.pathname + before.search : null, steps: 0 };
}

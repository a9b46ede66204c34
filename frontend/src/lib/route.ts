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

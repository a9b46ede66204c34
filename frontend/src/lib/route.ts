/** What an address stands for: "/" is the start page, "/t/ID" a table. */

export type Route = { page: "start" } | { page: "table"; id: string };

export function routeOf(path: string): Route {
  const id = /^\/t\/([^/]+)\/?$/.exec(path)?.[1];
  if (id === undefined) return { page: "start" };
  try {
    return { page: "table", id: decodeURIComponent(id) };
  } catch {
    return { page: "start" }; // no address of ours
  }
}

export const tablePath = (id: string) => `/t/${encodeURIComponent(id)}`;

/** How the service worker handles a request, and which caches it keeps. */

/** The files of a build of the page, as paths on this server. */
export interface Build {
  id: string;
  /** Cached when the worker is installed, so that the page opens without the server. */
  shell: readonly string[];
  /** Cached on first use: card faces. */
  later: readonly string[];
}

export type Handling =
  /** Fetch it from the server; if that fails, use the cached page. */
  | "page"
  /** Use the cache: the name has a hash of the content. */
  | "asset"
  /** Fetch it from the server; if that fails, use the cache. */
  | "file"
  /** Leave it to the browser. */
  | "leave";

/** The part of a Request that is used. */
export interface RequestInfo {
  method: string;
  mode: string;
  url: string;
}

/** Return how to handle a request. */
export function handlingOf(
  { method, mode, url }: RequestInfo,
  { shell }: Build,
  origin: string,
): Handling {
  const { pathname, origin: target } = new URL(url);
  if (method !== "GET" || target !== origin) return "leave";
  if (pathname.startsWith("/assets/")) return "asset";
  if (/^\/(api\/|docs\/|healthz$|sw\.js$)/.test(pathname)) return "leave";
  if (pathname !== "/" && shell.includes(pathname)) return "file";
  return mode === "navigate" ? "page" : "leave";
}

const PREFIX = "schwimmen.";
export const cacheName = (id: string) => `${PREFIX}build.${id}`;
/** The cache of card faces, shared by all builds. */
export const FACES_CACHE = `${PREFIX}later`;

/**
 * Return the caches that are no longer used. `open` has the builds of the open pages, or null if a
 * page did not respond: then all caches are kept.
 */
export function unusedCaches(
  caches: readonly string[],
  own: string,
  open: ReadonlySet<string> | null,
): string[] {
  if (open === null) return [];
  const needed = new Set([own, ...open].map(cacheName).concat(FACES_CACHE));
  return caches.filter((name) => name.startsWith(PREFIX) && !needed.has(name));
}

/** Return the cached card faces that this build does not have. */
export const unusedFaces = (cached: readonly string[], { later }: Build): string[] => {
  const known = new Set(later);
  return cached.filter((url) => !known.has(new URL(url).pathname));
};

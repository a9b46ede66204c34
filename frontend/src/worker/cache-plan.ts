/** What the service worker does with a request, and which caches it keeps. */

/** What a build of the page is made of, as addresses on this server. */
export interface Build {
  id: string;
  /** Kept as soon as the worker is there: the page opens without the server. */
  shell: readonly string[];
  /** Kept when it is first shown: card faces. */
  later: readonly string[];
}

export type Way =
  /** Ask the server; without an answer, the page as this worker has it. */
  | "page"
  /** Its name is a hash of its content: whatever is kept is right. */
  | "asset"
  /** Ask the server; without an answer, what is kept. */
  | "file"
  /** None of the worker's business. */
  | "leave";

export interface Asked {
  method: string;
  mode: string;
  url: string;
}

export function wayOf({ method, mode, url }: Asked, { shell }: Build, origin: string): Way {
  const { pathname, origin: asked } = new URL(url);
  if (method !== "GET" || asked !== origin) return "leave";
  if (pathname.startsWith("/assets/")) return "asset";
  if (/^\/(api\/|healthz$|sw\.js$)/.test(pathname)) return "leave";
  if (pathname !== "/" && shell.includes(pathname)) return "file";
  return mode === "navigate" ? "page" : "leave";
}

const PREFIX = "schwimmen.";
export const cacheOf = (id: string) => `${PREFIX}build.${id}`;
/** Card faces, shared by all builds. */
export const LATER = `${PREFIX}later`;

/**
 * The caches nobody needs any more. `open` are the builds of the pages that are open; it is null
 * when a page did not say, and then everything is kept.
 */
export function needless(
  caches: readonly string[],
  own: string,
  open: ReadonlySet<string> | null,
): string[] {
  if (open === null) return [];
  const needed = new Set([own, ...open].map(cacheOf).concat(LATER));
  return caches.filter((name) => name.startsWith(PREFIX) && !needed.has(name));
}

/** What was kept of a build that is no more. */
export const needlessLater = (kept: readonly string[], { later }: Build): string[] => {
  const known = new Set(later);
  return kept.filter((url) => !known.has(new URL(url).pathname));
};

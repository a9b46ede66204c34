/** How the service worker handles a request, and which caches it keeps. */

/** A worker that plays matches on the device, and the files that it loads. */
export interface Engine {
  script: string;
  files: readonly string[];
}

/** The files of a build of the page, as paths from the page's folder, the worker's scope. */
export interface Build {
  id: string;
  /** Cached when the worker is installed, so that the page opens without the server. */
  shell: readonly string[];
  /** Cached on first use, or when there is time: card faces and other pictures. */
  later: readonly string[];
  /** Cached when the worker is installed, and kept while a match runs that one of them began. */
  engines: readonly Engine[];
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

/** Return the path of an address from the folder `scope`, or null if it is elsewhere. */
export const pathIn = (scope: string, url: string): string | null =>
  url.startsWith(scope) ? new URL(url).pathname.slice(new URL(scope).pathname.length - 1) : null;

/** Return the address of a path from the folder `scope`. */
export const addressIn = (scope: string, path: string): string => new URL(`.${path}`, scope).href;

/** Return how to handle a request. */
export function handlingOf(
  { method, mode, url }: RequestInfo,
  { shell }: Build,
  scope: string,
): Handling {
  const path = pathIn(scope, url);
  if (method !== "GET" || path === null) return "leave";
  if (path === CATALOGUE) return "file";
  if (/^\/(assets|engine-data)\//.test(path)) return "asset";
  if (/^\/(api\/|docs\/|healthz$|sw\.js$)/.test(path)) return "leave";
  if (path !== "/" && shell.includes(path)) return "file";
  return mode === "navigate" ? "page" : "leave";
}

const PREFIX = "schwimmen.";
const ENGINE_PREFIX = `${PREFIX}engine.`;
export const cacheName = (id: string) => `${PREFIX}build.${id}`;
/** Return the name of the cache of an engine, given by the address of its script. */
export const engineCache = (script: string) => `${ENGINE_PREFIX}${script}`;
/** The cache of card faces, shared by all builds. */
export const FACES_CACHE = `${PREFIX}later`;
/** The cache of the data of strong levels, which the page fills if the player asks for it. */
export const DATA_CACHE = `${PREFIX}engine-data`;
/** The list of the data, which alone of them has no hash in its name. */
export const CATALOGUE = "/engine-data/catalogue.json";

/** What is in use while a worker becomes active. */
export interface InUse {
  /** The builds of the open pages, or null if a page did not respond. */
  builds: ReadonlySet<string> | null;
  /** The addresses of the engines of this build and of running matches, or null if unknown. */
  engines: ReadonlySet<string> | null;
}

/** Return the caches that are no longer used; what may be in use is kept. */
export function unusedCaches(
  caches: readonly string[],
  own: string,
  { builds, engines }: InUse,
): string[] {
  if (builds === null) return [];
  const needed = new Set([own, ...builds].map(cacheName).concat(FACES_CACHE, DATA_CACHE));
  for (const script of engines ?? []) needed.add(engineCache(script));
  // An open page of another build may begin a match with its own engine.
  const othersOpen = [...builds].some((build) => build !== own);
  const keepsEngines = engines === null || othersOpen;
  return caches.filter(
    (name) =>
      name.startsWith(PREFIX) &&
      !needed.has(name) &&
      !(keepsEngines && name.startsWith(ENGINE_PREFIX)),
  );
}

/** Return the addresses of cached pictures that this build does not have. */
export const unusedFaces = (
  cached: readonly string[],
  { later }: Build,
  scope: string,
): string[] => {
  const known = new Set(later.map((path) => addressIn(scope, path)));
  return cached.filter((url) => !known.has(url));
};

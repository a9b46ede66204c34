/** Plan of the service worker: its handling of requests, and the caches that it keeps. */

/** A worker script that plays matches on the device, and the files that it loads. */
export interface Engine {
  script: string;
  files: readonly string[];
}

/** The files of a build of the page, as paths from the page's folder, the worker's scope. */
export interface Build {
  id: string;
  /** Files cached at installation, so that the page opens without the server. */
  shell: readonly string[];
  /** Files cached on first use or in the background: card faces and other pictures. */
  later: readonly string[];
  /** Engines cached at installation, and kept until the matches begun with them are over. */
  engines: readonly Engine[];
}

export type Handling =
  /** Fetch from the server; if that fails, use the cached page. */
  | "page"
  /** Use the cache: the name contains a hash of the content. */
  | "asset"
  /** Fetch from the server; if that fails, use the cache. */
  | "file"
  /** Let the browser handle the request. */
  | "leave";

/** Part of a Request that is used. */
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

/** Return the handling of a request. */
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

/** Names of the caches of the page in one folder; pages in other folders have others. */
export class CacheNames {
  readonly #prefix: string;

  /** `scope` is the address of the folder. */
  constructor(scope: string) {
    const { pathname } = new URL(scope);
    this.#prefix = pathname === "/" ? "schwimmen." : `schwimmen:${pathname} `;
  }

  build = (id: string): string => `${this.#prefix}build.${id}`;

  /** Return the name of the cache of an engine, given by the address of its script. */
  engine = (script: string): string => `${this.#prefix}engine.${script}`;

  /** Cache of card faces, shared by all builds. */
  get faces(): string {
    return `${this.#prefix}later`;
  }

  /** Cache of the strong levels' data, which the page fills at the player's request. */
  get data(): string {
    return `${this.#prefix}engine-data`;
  }

  has = (name: string): boolean => name.startsWith(this.#prefix);
}

/** List of the data, the only one of their files without a hash in its name. */
export const CATALOGUE = "/engine-data/catalogue.json";

/** Builds and engines in use while a worker is activated. */
export interface InUse {
  /** Builds of the open pages, or null if a page did not respond. */
  builds: ReadonlySet<string> | null;
  /** Addresses of the engines of this build and of running matches, or null if unknown. */
  engines: ReadonlySet<string> | null;
}

/** Return the caches of a page that are certainly unused. */
export function unusedCaches(
  caches: readonly string[],
  names: CacheNames,
  own: string,
  { builds, engines }: InUse,
): string[] {
  if (builds === null) return [];
  const needed = new Set([own, ...builds].map(names.build).concat(names.faces, names.data));
  for (const script of engines ?? []) needed.add(names.engine(script));
  // An open page of another build may start a match with its own engine.
  const othersOpen = [...builds].some((build) => build !== own);
  const keepsEngines = engines === null || othersOpen;
  return caches.filter(
    (name) =>
      names.has(name) && !needed.has(name) && !(keepsEngines && name.startsWith(names.engine(""))),
  );
}

/** Return the addresses of cached pictures that this build lacks. */
export const unusedFaces = (
  cached: readonly string[],
  { later }: Build,
  scope: string,
): string[] => {
  const known = new Set(later.map((path) => addressIn(scope, path)));
  return cached.filter((url) => !known.has(url));
};

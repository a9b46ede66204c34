/**
 * Service worker. It lets the page open without the server, and keeps an open page's files when the
 * server gets another build. It never takes an open page over from the previous worker: a new
 * worker is activated when the last page is closed.
 */
import { answerBuildQuery, buildOf } from "./build-query";
import {
  addressIn,
  CacheNames,
  handlingOf,
  pathIn,
  unusedCaches,
  unusedFaces,
  type Build,
} from "./cache-plan";
import { runningEngines } from "./running-engines";

declare const self: ServiceWorkerGlobalScope;
/** Inserted by worker-plugin.ts. */
declare const __BUILD__: Build;

const build = __BUILD__;
const { scope } = self.registration;
const names = new CacheNames(scope);
/** Time limit for responses of the server, in milliseconds. */
const TIMEOUT = 4000;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => answerBuildQuery(event, build.id));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  switch (handlingOf(request, build, scope)) {
    case "page":
      event.respondWith(withFallback(fetchInTime(request), () => cached(addressOf("/"))));
      event.waitUntil(fetchLater());
      break;
    case "file":
      event.respondWith(withFallback(fetchInTime(request), () => cached(request.url)));
      break;
    case "asset":
      event.respondWith(cachedAsset(event));
      break;
    case "leave":
      break;
  }
});

const addressOf = (path: string) => addressIn(scope, path);

/** Cache the shell and the engines. */
async function install(): Promise<void> {
  await fill(names.build(build.id), build.shell);
  for (const { script, files } of build.engines)
    await fill(names.engine(addressOf(script)), [script, ...files]);
}

/** Cache files one at a time, which leaves an open page most of a slow connection. */
async function fill(name: string, paths: readonly string[]): Promise<void> {
  const cache = await caches.open(name);
  const known = new Set((await cache.keys()).map(({ url }) => url));
  for (const path of paths) {
    const address = addressOf(path);
    const hashed = path.startsWith("/assets/");
    if (hashed && known.has(address)) continue;
    const old = hashed ? await caches.match(address) : undefined;
    await cache.put(address, old ?? (await fetchFresh(path)));
  }
}

let fetching: Promise<void> | null = null;

/** Cache missing pictures in the background, ignoring failures. */
function fetchLater(): Promise<void> {
  fetching ??= fill(names.faces, build.later).catch(() => {
    fetching = null; // the next page opened tries again
  });
  return fetching;
}

/** Fetch a file of this build, or throw. */
async function fetchFresh(path: string): Promise<Response> {
  const got = await fetch(addressOf(path), {
    cache: path.startsWith("/assets/") ? "default" : "no-cache",
    priority: "low",
  });
  if (!got.ok) throw new Error(`${path}: ${got.status}`);
  // The server may already have another build, whose own worker comes next.
  if (path === "/" && !(await got.clone().text()).includes(build.id)) {
    throw new Error("the page is of another build");
  }
  return got;
}

async function activate(): Promise<void> {
  await self.clients.claim();
  const { installing, waiting } = self.registration;
  if (installing || waiting) return; // keep their caches
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const pages = windows.filter(({ url }) => pathIn(scope, url) !== null);
  const builds = await Promise.all(pages.map(buildOf));
  const open = builds.every((id) => id !== null) ? new Set(builds) : null;
  const running = await runningEngines();
  const own = build.engines.map(({ script }) => addressOf(script));
  const engines =
    running && new Set([...own, ...[...running].map((engine) => new URL(engine, scope).href)]);
  const unused = unusedCaches(await caches.keys(), names, build.id, { builds: open, engines });
  await Promise.all(unused.map((name) => caches.delete(name)));
  if (!open?.size) {
    const faces = await caches.open(names.faces);
    const urls = (await faces.keys()).map(({ url }) => url);
    await Promise.all(unusedFaces(urls, build, scope).map((url) => faces.delete(url)));
  }
  void fetchLater(); // not awaited: requests of pages wait until this function returns
}

/** Fetch from the server within the time limit. */
async function fetchInTime(request: Request): Promise<Response> {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(reject, TIMEOUT, new Error("timeout")),
  );
  return Promise.race([fetch(request), timeout]);
}

/** Return a cached file of this build, or the list of the kept data. */
const cached = async (address: string): Promise<Response | undefined> =>
  (await (await caches.open(names.build(build.id))).match(address)) ??
  (await (await caches.open(names.data)).match(address));

/** Return a response, or the fallback if the server fails or exceeds the time limit. */
async function withFallback(
  response: Promise<Response>,
  fallback: () => Promise<Response | undefined>,
): Promise<Response> {
  try {
    const got = await response;
    return got.status < 500 ? got : ((await fallback()) ?? got);
  } catch {
    return (await fallback()) ?? Response.error();
  }
}

/** Return an asset from any cache or from the server; cache it if it is a picture. */
async function cachedAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const old = await caches.match(request.url);
  if (old) return old;
  const got = await fetch(request);
  const path = pathIn(scope, request.url);
  if (got.ok && path !== null && build.later.includes(path)) {
    const copy = got.clone();
    event.waitUntil(caches.open(names.faces).then((cache) => cache.put(request.url, copy)));
  }
  return got;
}

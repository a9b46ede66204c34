/**
 * The service worker. With it the page opens without the server, and an open page keeps its files
 * when the server gets another build. It never takes an open page over from the previous worker: a
 * new worker becomes active when the last page is closed.
 */
import { answerBuildQuery, buildOf } from "./build-query";
import {
  cacheName,
  FACES_CACHE,
  handlingOf,
  unusedCaches,
  unusedFaces,
  type Build,
} from "./cache-plan";

declare const self: ServiceWorkerGlobalScope;
/** Inserted by worker-plugin.ts. */
declare const __BUILD__: Build;

const build = __BUILD__;
/** How long opening the page waits for the server, in milliseconds. */
const TIMEOUT = 4000;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => answerBuildQuery(event, build.id));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  switch (handlingOf(request, build, self.location.origin)) {
    case "page":
      event.respondWith(withFallback(fetchInTime(request), () => cached("/")));
      break;
    case "file":
      event.respondWith(
        withFallback(fetchInTime(request), () => cached(new URL(request.url).pathname)),
      );
      break;
    case "asset":
      event.respondWith(cachedAsset(event));
      break;
    case "leave":
      break;
  }
});

/** Cache the shell, one file at a time: on a slow link a page that is open needs the rest of it. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName(build.id));
  for (const path of build.shell) {
    const old = path.startsWith("/assets/") ? await caches.match(path) : undefined;
    await cache.put(path, old ?? (await fetchFresh(path)));
  }
}

/** Fetch a file of this build, or throw. */
async function fetchFresh(path: string): Promise<Response> {
  const got = await fetch(path, path.startsWith("/assets/") ? {} : { cache: "no-cache" });
  if (!got.ok) throw new Error(`${path}: ${got.status}`);
  // The server may have another build by now, whose own worker comes next.
  if (path === "/" && !(await got.clone().text()).includes(build.id)) {
    throw new Error("the page is of another build");
  }
  return got;
}

async function activate(): Promise<void> {
  await self.clients.claim();
  const { installing, waiting } = self.registration;
  if (installing || waiting) return; // their caches must stay
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const builds = await Promise.all(pages.map(buildOf));
  const open = builds.every((id) => id !== null) ? new Set(builds) : null;
  await Promise.all(
    unusedCaches(await caches.keys(), build.id, open).map((name) => caches.delete(name)),
  );
  if (open?.size) return;
  const faces = await caches.open(FACES_CACHE);
  const urls = (await faces.keys()).map(({ url }) => url);
  await Promise.all(unusedFaces(urls, build).map((url) => faces.delete(url)));
}

/** Fetch from the server, within the time limit. */
async function fetchInTime(request: Request): Promise<Response> {
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(reject, TIMEOUT, new Error("timeout")),
  );
  return Promise.race([fetch(request), timeout]);
}

const cached = async (path: string): Promise<Response | undefined> =>
  (await caches.open(cacheName(build.id))).match(path);

/** Return a response, or the fallback if the server fails or does not respond in time. */
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

/** Return an asset from any cache, or from the server; card faces are cached. */
async function cachedAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const old = await caches.match(request.url);
  if (old) return old;
  const got = await fetch(request);
  if (got.ok && build.later.includes(new URL(request.url).pathname)) {
    const copy = got.clone();
    event.waitUntil(caches.open(FACES_CACHE).then((cache) => cache.put(request.url, copy)));
  }
  return got;
}

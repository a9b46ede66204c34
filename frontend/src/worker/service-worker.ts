/**
 * The service worker: the page opens without the server, and a page that is open keeps what it is
 * made of while the server goes on to another build. It never takes a running page over from the
 * worker before it, so a new one begins when the last page is closed.
 */
import { answer, buildOf } from "./build-query";
import { cacheOf, LATER, needless, needlessLater, wayOf, type Build } from "./cache-plan";

declare const self: ServiceWorkerGlobalScope;
/** Put in by worker-plugin.ts. */
declare const __BUILD__: Build;

const build = __BUILD__;
/** Milliseconds that opening the page waits for the server. */
const PATIENCE = 4000;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => answer(event, build.id));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  switch (wayOf(request, build, self.location.origin)) {
    case "page":
      event.respondWith(first(server(request), () => kept("/")));
      break;
    case "file":
      event.respondWith(first(server(request), () => kept(new URL(request.url).pathname)));
      break;
    case "asset":
      event.respondWith(asset(event));
      break;
    case "leave":
      break;
  }
});

async function install(): Promise<void> {
  const cache = await caches.open(cacheOf(build.id));
  await Promise.all(
    build.shell.map(async (path) => {
      const old = path.startsWith("/assets/") ? await caches.match(path) : undefined;
      await cache.put(path, old ?? (await fresh(path)));
    }),
  );
}

async function fresh(path: string): Promise<Response> {
  const got = await fetch(path, path.startsWith("/assets/") ? {} : { cache: "no-cache" });
  if (!got.ok) throw new Error(`${path}: ${got.status}`);
  // The server may have gone on to another build meanwhile; its own worker comes next.
  if (path === "/" && !(await got.clone().text()).includes(build.id)) {
    throw new Error("the page is of another build");
  }
  return got;
}

async function activate(): Promise<void> {
  await self.clients.claim();
  const { installing, waiting } = self.registration;
  if (installing || waiting) return; // what they have put by is not ours to clear away
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const builds = await Promise.all(pages.map(buildOf));
  const open = builds.every((id) => id !== null) ? new Set(builds) : null;
  await Promise.all(
    needless(await caches.keys(), build.id, open).map((name) => caches.delete(name)),
  );
  if (open?.size) return;
  const later = await caches.open(LATER);
  const urls = (await later.keys()).map(({ url }) => url);
  await Promise.all(needlessLater(urls, build).map((url) => later.delete(url)));
}

/** What the server says, unless it takes too long or is not well. */
async function server(request: Request): Promise<Response> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE, new Error("late")));
  return Promise.race([fetch(request), late]);
}

const kept = async (path: string): Promise<Response | undefined> =>
  (await caches.open(cacheOf(build.id))).match(path);

async function first(
  asked: Promise<Response>,
  instead: () => Promise<Response | undefined>,
): Promise<Response> {
  try {
    const got = await asked;
    return got.status < 500 ? got : ((await instead()) ?? got);
  } catch {
    return (await instead()) ?? Response.error();
  }
}

async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const old = await caches.match(request.url);
  if (old) return old;
  const got = await fetch(request);
  if (got.ok && build.later.includes(new URL(request.url).pathname)) {
    const copy = got.clone();
    event.waitUntil(caches.open(LATER).then((cache) => cache.put(request.url, copy)));
  }
  return got;
}

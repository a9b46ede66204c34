/** Registers the service worker, and detects when the server has a newer page. */
import { besidePage } from "../site";
import { answerBuildQuery, buildOf } from "./build-query";

/** The interval of checks for a newer page, in ms; the browser checks when a page is opened, too. */
const CHECK_INTERVAL = 30 * 60 * 1000;

/** Return the build of the server's page, or throw. */
async function fetchBuild(): Promise<string> {
  const page = await (await fetch(besidePage(""), { cache: "no-cache" })).text();
  const build = /<meta name="build" content="(\w+)"/.exec(page)?.[1];
  if (build === undefined) throw new Error("this is not the page");
  return build;
}

class Updates {
  /** Whether the server has a newer page: it appears when this one is reloaded. */
  ready = $state(false);

  #watching = false;
  #registration: ServiceWorkerRegistration | null = null;
  #build =
    typeof document === "undefined"
      ? null
      : (document.querySelector('meta[name="build"]')?.getAttribute("content") ?? null);

  /** Register the worker; browsers allow it over https and on localhost only. */
  async watch(): Promise<void> {
    const build = this.#build;
    if (this.#watching) return;
    this.#watching = true;
    if (build === null || !("serviceWorker" in navigator)) return; // `npm run dev`, or plain http
    navigator.serviceWorker.addEventListener("message", (event) => answerBuildQuery(event, build));
    // The first page's own requests take precedence.
    if (document.readyState !== "complete") {
      await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
    }
    let registration: ServiceWorkerRegistration;
    try {
      registration = await navigator.serviceWorker.register(besidePage("sw.js"), {
        updateViaCache: "none",
      });
    } catch {
      return; // the page works without it
    }
    this.#registration = registration;
    void this.#compare(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed") void this.#compare(worker);
      });
    });
    const check = () => {
      if (!document.hidden) void this.check();
    };
    setInterval(check, CHECK_INTERVAL);
    document.addEventListener("visibilitychange", check);
  }

  /** Check for a newer page now: the server may have been replaced. */
  async check(): Promise<void> {
    if (this.#build === null) return;
    try {
      if (this.#registration)
        await this.#registration.update(); // reports a newer page itself
      else this.ready = (await fetchBuild()) !== this.#build; // plain http has no service worker
    } catch {
      // The server is unreachable, or cannot serve the page now.
    }
  }

  async #compare(worker: ServiceWorker | null): Promise<void> {
    const build = worker && (await buildOf(worker));
    if (build !== null) this.ready = build !== this.#build;
  }
}

export const updates = new Updates();

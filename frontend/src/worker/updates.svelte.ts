/** Registration of the service worker, and detection of a newer page on the server. */
import { besidePage } from "../site";
import { answerBuildQuery, buildOf } from "./build-query";

/** Interval of checks for a newer page, in ms; browsers also check when a page is opened. */
const CHECK_INTERVAL = 30 * 60 * 1000;

/** Return the build of the server's page, or throw. */
async function fetchBuild(): Promise<string> {
  const page = await (await fetch(besidePage("/"), { cache: "no-cache" })).text();
  const build = /<meta name="build" content="(\w+)"/.exec(page)?.[1];
  if (build === undefined) throw new Error("this is not the page");
  return build;
}

class Updates {
  /** Whether the server has a newer page, which a reload shows. */
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
      registration = await navigator.serviceWorker.register(besidePage("/sw.js"), {
        updateViaCache: "none",
      });
    } catch {
      return; // the page also works without a service worker
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

  /** Check for a newer page, because the server may have been replaced. */
  async check(): Promise<void> {
    if (this.#build === null) return;
    try {
      if (this.#registration)
        await this.#registration.update(); // an update is reported by `updatefound`
      else this.ready = (await fetchBuild()) !== this.#build; // plain http has no service worker
    } catch {
      // The server is unreachable or cannot send the page.
    }
  }

  async #compare(worker: ServiceWorker | null): Promise<void> {
    const build = worker && (await buildOf(worker));
    if (build !== null) this.ready = build !== this.#build;
  }
}

export const updates = new Updates();

/** Registers the service worker, and detects when the server has a newer page. */
import { answerBuildQuery, buildOf } from "./build-query";

/** The interval of checks for a newer page, in ms; the browser checks when a page is opened, too. */
const CHECK_INTERVAL = 30 * 60 * 1000;

class Updates {
  /** Whether a newer page is cached: it appears when this one is reloaded. */
  ready = $state(false);

  #build =
    typeof document === "undefined"
      ? null
      : (document.querySelector('meta[name="build"]')?.getAttribute("content") ?? null);

  /** Register the worker; browsers allow it over https and on localhost only. */
  async watch(): Promise<void> {
    const build = this.#build;
    if (build === null || !("serviceWorker" in navigator)) return; // `npm run dev`, or plain http
    navigator.serviceWorker.addEventListener("message", (event) => answerBuildQuery(event, build));
    // The first page's own requests take precedence.
    if (document.readyState !== "complete") {
      await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
    }
    let registration: ServiceWorkerRegistration;
    try {
      registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    } catch {
      return; // the page works without it
    }
    void this.#compare(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed") void this.#compare(worker);
      });
    });
    const check = () => {
      if (!document.hidden) registration.update().catch(() => null); // the server is unreachable
    };
    setInterval(check, CHECK_INTERVAL);
    document.addEventListener("visibilitychange", check);
  }

  async #compare(worker: ServiceWorker | null): Promise<void> {
    const build = worker && (await buildOf(worker));
    if (build !== null) this.ready = build !== this.#build;
  }
}

export const updates = new Updates();

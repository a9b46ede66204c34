/** Keeps the page on this device, and notices when the server has a newer one. */
import { answer, buildOf } from "./build-query";

/** Milliseconds between two looks at the server; the browser looks whenever a page is opened. */
const OFTEN = 30 * 60 * 1000;

class Updates {
  /** A newer page has come and is there as soon as this one is loaded again. */
  ready = $state(false);

  #build =
    typeof document === "undefined"
      ? null
      : (document.querySelector('meta[name="build"]')?.getAttribute("content") ?? null);

  /** Installs the worker; browsers allow one only where nobody can have tampered with the page. */
  async watch(): Promise<void> {
    const build = this.#build;
    if (build === null || !("serviceWorker" in navigator)) return; // `npm run dev`, or plain http
    navigator.serviceWorker.addEventListener("message", (event) => answer(event, build));
    // What is shown first goes first.
    if (document.readyState !== "complete") {
      await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
    }
    let registration: ServiceWorkerRegistration;
    try {
      registration = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    } catch {
      return; // the page works without
    }
    void this.#look(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed") void this.#look(worker);
      });
    });
    const ask = () => {
      if (!document.hidden) registration.update().catch(() => null); // no server, no news
    };
    setInterval(ask, OFTEN);
    document.addEventListener("visibilitychange", ask);
  }

  async #look(worker: ServiceWorker | null): Promise<void> {
    const build = worker && (await buildOf(worker));
    if (build !== null) this.ready = build !== this.#build;
  }
}

export const updates = new Updates();

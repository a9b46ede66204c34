/** Whether the server can be reached by a page that may have come from this device. */
import { untrack } from "svelte";
import type { Route } from "../router/route";

const PATIENCE = 8000;
const OFTEN = 5000;

/** Proxies say this for a server that is away. */
const AWAY = [502, 504];

/** Pages that are nothing without the server. */
const NEEDY: readonly Route["page"][] = [
  "start",
  "new",
  "friends",
  "lobby",
  "table",
  "replay",
  "statistics",
  "matches",
  "leaderboard",
  "me",
  "recover",
];
export const needsServer = (page: Route["page"]) => NEEDY.includes(page);

class Reach {
  gone = $state(false);
  asking = $state(false);
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    globalThis.addEventListener?.("online", () => void (this.gone && this.ask()));
  }

  /** For a page that is opened; what the server has just sent need not be asked about. */
  open(page: Route["page"]): void {
    untrack(() => {
      if (needsServer(page) && (this.gone || navigator.serviceWorker?.controller)) void this.ask();
    });
  }

  async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    clearTimeout(this.#again);
    try {
      const answer = await fetch("/healthz", {
        cache: "no-store",
        signal: AbortSignal.timeout(PATIENCE),
      });
      this.gone = AWAY.includes(answer.status);
    } catch {
      this.gone = true;
    }
    this.asking = false;
    if (this.gone) this.#again = setTimeout(() => void this.ask(), OFTEN);
  }
}

export const reach = new Reach();

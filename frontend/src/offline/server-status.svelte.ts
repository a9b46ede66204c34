/** Reachability of the server; the service worker can show a page without it. */
import { untrack } from "svelte";
import { isDeviceTable } from "../api/table-id";
import { besidePage, SITE } from "../site";
import { canPlayHere } from "../device/support";
import { needOf, type PageName } from "../router/pages";
import type { Route } from "../router/route";

const TIMEOUT_MS = 8000;
const RETRY_MS = 5000;

/** HTTP statuses with which a proxy reports that the server is down. */
const GATEWAY_ERRORS = [502, 504];

/** Whether a page shows data of the server, if there is one. */
const usesServer = (route: Route) =>
  "id" in route || (route.page !== "unknown" && needOf(route.page) !== "nothing");

/** Whether a page is useless without the server, in this browser. */
export const pageNeedsServer = (page: PageName): boolean =>
  needOf(page) === "server" || (needOf(page) === "either" && !canPlayHere());

/** Whether an address is useless without the server. */
export function needsServer(route: Route): boolean {
  if (route.page === "player") return true;
  if ("id" in route) return !isDeviceTable(route.id);
  return route.page !== "unknown" && pageNeedsServer(route.page);
}

class ServerStatus {
  /** Whether the server is unreachable, as it always is for a static site. */
  unreachable = $state(SITE);
  checking = $state(false);
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    globalThis.addEventListener?.("online", () => void (this.unreachable && this.check()));
  }

  /** Check the server for a page that is opened, unless the server has just sent that page. */
  pageOpened(route: Route): void {
    untrack(() => {
      if (usesServer(route) && (this.unreachable || navigator.serviceWorker?.controller))
        void this.check();
    });
  }

  /** Request the server's health; retry until it answers. */
  async check(): Promise<void> {
    if (this.checking || SITE) return;
    this.checking = true;
    clearTimeout(this.#retry);
    try {
      const response = await fetch(besidePage("/healthz"), {
        cache: "no-store",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      this.unreachable = GATEWAY_ERRORS.includes(response.status);
    } catch {
      this.unreachable = true;
    }
    this.checking = false;
    if (this.unreachable) this.#retry = setTimeout(() => void this.check(), RETRY_MS);
  }
}

export const serverStatus = new ServerStatus();

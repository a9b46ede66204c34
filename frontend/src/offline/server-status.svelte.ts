/** Reachability of the server; the service worker can show a page without it. */
import { untrack } from "svelte";
import { isDeviceTable } from "../api/table-id";
import { besidePage, SITE } from "../site";
import { place } from "../device/place.svelte";
import { canPlayHere } from "../device/support";
import { needOf, type PageName } from "../router/pages";
import type { Route } from "../router/route";
import { settings } from "../storage/settings.svelte";

const TIMEOUT_MS = 8000;
const RETRY_MS = 5000;

/** HTTP statuses with which a proxy reports that the server is down. */
const GATEWAY_ERRORS = [502, 504];

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

  /** Check the server when a page is opened, unless the server has just sent that page. */
  pageOpened(): void {
    untrack(() => {
      if (this.unreachable || navigator.serviceWorker?.controller) void this.check();
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

/** Whether a page lacks the server now, which it needs in this browser. */
export const isMissing = (page: PageName): boolean =>
  serverStatus.unreachable && pageNeedsServer(page);

/** Whether new tables of one person are opened on the device if it turns out to play them. */
export const wantsDevice = (): boolean =>
  (settings.playOn === "device" || serverStatus.unreachable) && canPlayHere();

/** Return whether a new table of one person is opened on the device or on the server. */
export const placeToPlay = async (): Promise<"device" | "server"> =>
  wantsDevice() && (await place.prepare()) ? "device" : "server";

/** Polling of the public tables while the lobby is shown. */
import { getLobby } from "../api/http";
import type { Lobby } from "../api/wire";

const INTERVAL_MS = 4000;

export class LobbyPoller {
  lobby = $state.raw<Lobby | null>(null);
  /** Whether the last request failed. */
  failed = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(private readonly fetchLobby: () => Promise<Lobby> = getLobby) {}

  /** Start polling; return the function that stops it. */
  start(): () => void {
    this.#stopped = false;
    void this.poll();
    return () => {
      this.#stopped = true;
      clearTimeout(this.#timer);
    };
  }

  /** Request the lobby now, unless the page is hidden, and schedule the next request. */
  async poll(): Promise<void> {
    clearTimeout(this.#timer);
    if (!document.hidden || this.lobby === null) {
      try {
        this.lobby = await this.fetchLobby();
        this.failed = false;
      } catch {
        this.failed = true;
      }
    }
    if (!this.#stopped) this.#timer = setTimeout(() => void this.poll(), INTERVAL_MS);
  }
}

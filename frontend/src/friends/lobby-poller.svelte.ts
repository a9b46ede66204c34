/** The tables that anyone may come to, asked for again and again while somebody looks. */
import { getLobby } from "../api/http";
import type { Lobby } from "../api/wire";

const EVERY = 4000; // ms

export class LobbyPoller {
  lobby = $state.raw<Lobby | null>(null);
  /** The last answer did not come. */
  gone = $state(false);
  #again: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(private readonly ask: () => Promise<Lobby> = getLobby) {}

  /** Looks, and goes on looking; returns what ends that. */
  run(): () => void {
    this.#ended = false;
    void this.look();
    return () => {
      this.#ended = true;
      clearTimeout(this.#again);
    };
  }

  async look(): Promise<void> {
    clearTimeout(this.#again);
    if (!document.hidden || this.lobby === null) {
      try {
        this.lobby = await this.ask();
        this.gone = false;
      } catch {
        this.gone = true;
      }
    }
    if (!this.#ended) this.#again = setTimeout(() => void this.look(), EVERY);
  }
}

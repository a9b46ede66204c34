/**
 * The rules engine of the server, which may still be built when the page is there. What needs it
 * waits, while the page says how long, and goes on by itself.
 */

/** Why the server cannot play now: it takes some more seconds, or a reason in English. */
export type EngineObstacle = { seconds: number } | { reason: string };

/** Seconds until the server is asked again at the latest, as the time left is an estimate. */
const RETRY_S = 3;

/** Return what an error or a refusal of the server says about its engine, null if nothing. */
export function obstacleOf(error: unknown): EngineObstacle | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  const { code, details = {} } = error as { code: unknown; details?: Record<string, unknown> };
  if (code === "engine_preparing") return { seconds: Number(details["seconds"]) || 1 };
  if (code === "engine_failed") return { reason: String(details["reason"]) };
  return null;
}

/** Return the time in milliseconds after which the server is to be asked again. */
export const retryDelay = (obstacle: EngineObstacle): number =>
  1000 * ("seconds" in obstacle ? Math.max(1, Math.min(obstacle.seconds, RETRY_S)) : RETRY_S);

/** Something that waits for the engine. */
interface Wait {
  /** Note why it still waits. */
  note(obstacle: EngineObstacle): void;
  end(): void;
}

class EngineStatus {
  #obstacle = $state.raw<EngineObstacle | null>(null);
  #waits = $state(0);
  #page = new AbortController();
  /** The parts of the page that have a place for the note about the engine; the last one shows it. */
  places = $state.raw<readonly string[]>([]);

  /** Why something on the page waits; null if nothing does. */
  get obstacle(): EngineObstacle | null {
    return this.#waits > 0 ? this.#obstacle : null;
  }

  /** The signal that is aborted when the reader goes to another page. */
  get page(): AbortSignal {
    return this.#page.signal;
  }

  /** Give up what the page that is being left waits for. */
  leavePage(): void {
    this.#page.abort();
    this.#page = new AbortController();
  }

  begin(): Wait {
    let open = true;
    this.#waits += 1;
    return {
      note: (obstacle) => (this.#obstacle = obstacle),
      end: () => {
        if (open) this.#waits -= 1;
        open = false;
      },
    };
  }

  /**
   * Do something that needs the engine, again and again until the engine is there.
   *
   * @throws the error of the last attempt, if it is another one or the reader has left the page.
   */
  async whenReady<T>(attempt: () => Promise<T>, page = this.page): Promise<T> {
    let wait: Wait | undefined;
    try {
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          const obstacle = obstacleOf(error);
          if (obstacle === null || page.aborted) throw error;
          wait ??= this.begin();
          wait.note(obstacle);
          await pause(retryDelay(obstacle), page);
          if (page.aborted) throw error;
        }
      }
    } finally {
      wait?.end();
    }
  }
}

/** Wait, but not longer than until the signal. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}

export const engineStatus = new EngineStatus();

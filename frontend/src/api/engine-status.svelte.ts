/**
 * What waits for the rules engine of the server, which may still be built when the page is there.
 * The page says how long that takes, and goes on by itself.
 */
import { obstacleOf, retryDelay, type EngineObstacle } from "./engine-obstacle";

/** How often a wait looks whether it is still wanted, in milliseconds. */
const LOOK_MS = 250;

/** Something that waits for the engine. */
interface Wait {
  /** Note why it still waits. */
  note(obstacle: EngineObstacle): void;
  end(): void;
}

class EngineStatus {
  #obstacle = $state.raw<EngineObstacle | null>(null);
  #waits = $state(0);
  /** The parts of the page that have a place for the note about the engine; the last one shows it. */
  places = $state.raw<readonly string[]>([]);

  /** Why something on the page waits; null if nothing does. */
  get obstacle(): EngineObstacle | null {
    return this.#waits > 0 ? this.#obstacle : null;
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
   * After an error, do something again and again until the engine is there or it is not `wanted`
   * any more.
   *
   * @throws the error of the last attempt.
   */
  async retry<T>(failed: unknown, attempt: () => Promise<T>, wanted: () => boolean): Promise<T> {
    const wait = this.begin();
    try {
      for (let error = failed; ;) {
        const obstacle = obstacleOf(error);
        if (obstacle === null || !wanted()) throw error;
        wait.note(obstacle);
        for (let left = retryDelay(obstacle); left > 0; left -= LOOK_MS) {
          await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
          if (!wanted()) throw error;
        }
        try {
          return await attempt();
        } catch (again) {
          error = again;
        }
      }
    } finally {
      wait.end();
    }
  }
}

export const engineStatus = new EngineStatus();

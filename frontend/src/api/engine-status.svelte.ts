/**
 * Waits for the server's rules engine, which may still be being built. The page shows the time
 * left, then goes on by itself.
 */
import { obstacleOf, retryDelay, type EngineObstacle } from "./engine-obstacle";

/** Interval in milliseconds at which a wait checks whether its result is still wanted. */
const LOOK_MS = 250;

/** One wait for the engine. */
interface Wait {
  /** Update the obstacle that is shown. */
  note(obstacle: EngineObstacle): void;
  end(): void;
}

class EngineStatus {
  #obstacle = $state.raw<EngineObstacle | null>(null);
  #waits = $state(0);
  /** Parts of the page that can show the note about the engine; the last one shows it. */
  places = $state.raw<readonly string[]>([]);

  /** Obstacle that the page waits for, or null. */
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
   * Repeat a failed attempt until the engine is ready or the result is no longer `wanted`.
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

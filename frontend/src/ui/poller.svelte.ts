/** Polling of data of the server while a page shows them. */
import { untrack } from "svelte";

/** How often pages ask for news of friends. */
export const NEWS_INTERVAL = 10_000; // ms

export class Poller<T> {
  #value = $state.raw<T | null>(null);
  /** Whether the last request failed. */
  failed = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  /** The number of the latest request or change; earlier answers are out of date. */
  #latest = 0;

  /** `interval` is the time between two requests in milliseconds. */
  constructor(
    private readonly fetchValue: () => Promise<T>,
    private readonly interval: number,
  ) {}

  /** The latest data. */
  get value(): T | null {
    return this.#value;
  }

  /** Replace the data, after a request that has changed them. */
  set value(changed: T | null) {
    this.#latest++;
    this.#value = changed;
  }

  /** Start polling; return the function that stops it. */
  start(): () => void {
    this.#stopped = false;
    void untrack(() => this.poll());
    return () => {
      this.#stopped = true;
      clearTimeout(this.#timer);
    };
  }

  /** Request the data now, unless the page is hidden, and schedule the next request. */
  async poll(): Promise<void> {
    clearTimeout(this.#timer);
    if (!document.hidden || this.value === null) {
      const request = ++this.#latest;
      try {
        const value = await this.fetchValue();
        if (request === this.#latest) this.#value = value;
        this.failed = false;
      } catch {
        this.failed = true;
      }
    }
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.poll(), this.interval);
  }
}

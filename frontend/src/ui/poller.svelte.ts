/** Polling of server data while a page shows them. */
import { untrack } from "svelte";

/** Interval of requests for news of friends. */
export const NEWS_INTERVAL = 10_000; // ms

export class Poller<T> {
  #value = $state.raw<T | null>(null);
  /** Whether the last request failed. */
  failed = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  /** Number of the latest request or change; responses to older requests are dropped. */
  #latest = 0;

  /** `interval` is the time between two requests in milliseconds. */
  constructor(
    private readonly fetchValue: () => Promise<T>,
    private readonly interval: number,
  ) {}

  /** Latest data. */
  get value(): T | null {
    return this.#value;
  }

  /** Replace the data by the response to another request, which has changed them. */
  set value(changed: T | null) {
    this.#latest++;
    this.#value = changed;
  }

  /** Start polling; return a function that stops it. */
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

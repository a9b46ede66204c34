/** Queue of finished matches that are handed over to the server. */
import { ApiError } from "../../api/http";
import type { NewDeviceTable, TableCreated } from "../../api/wire";
import { OWN_SEAT, type Log, recordOf } from "../table/log";

/** Id of a match's table on the server, or the code with which the server refused the match. */
export type HandoverResult = { at: string; table: string } | { at: string; refused: string };

/** Log of a match, and the number of hints in it. */
export interface FinishedMatch {
  log: Log;
  hints?: number | undefined;
}

/** Store of this device's finished matches. */
export interface HandoverStore {
  /** Return the ids of the matches without a result, oldest first. */
  pending: () => Promise<readonly string[]>;
  /** Return a match, or null if it is missing or unreadable. */
  match: (id: string) => Promise<FinishedMatch | null>;
  /** Store the result of a match. */
  settle: (id: string, result: HandoverResult) => Promise<void>;
}

/** Refusal code of a match that this device cannot read. */
export const UNREADABLE = "unreadable";

/** HTTP statuses that reject a match for good. */
const FINAL_STATUSES: readonly number[] = [413, 422];

/** Return the request that hands a finished match over. */
export function requestOf({ log, hints }: FinishedMatch): NewDeviceTable {
  const [created] = log;
  return {
    levels: created.seats.map(({ level = null }, seat) => (seat === OWN_SEAT ? null : level)),
    started: created.at,
    ended: log.at(-1)!.at,
    record: { ...recordOf(log, { unfinished: true, hints }) },
  };
}

/**
 * Sequential handover of matches.
 *
 * It works only while `run` is executed: when a page starts, when a match ends and when the network
 * returns.
 */
export class Handover {
  readonly #store: HandoverStore;
  readonly #post: (match: NewDeviceTable) => Promise<TableCreated>;
  readonly #enabled: () => boolean;
  readonly #now: () => number;
  #running: Promise<void> | null = null;
  #notBefore = 0;

  /** `enabled` is the setting; `now` returns milliseconds since 1970. */
  constructor(
    store: HandoverStore,
    post: (match: NewDeviceTable) => Promise<TableCreated>,
    enabled: () => boolean,
    now: () => number = Date.now,
  ) {
    this.#store = store;
    this.#post = post;
    this.#enabled = enabled;
    this.#now = now;
  }

  /** Hand over all pending matches, unless the server has asked to wait. */
  run(): Promise<void> {
    this.#running ??= this.#all().finally(() => (this.#running = null));
    return this.#running;
  }

  async #all(): Promise<void> {
    if (!this.#enabled() || this.#now() < this.#notBefore) return;
    for (const id of await this.#store.pending()) {
      if (!this.#enabled()) return;
      const result = await this.#one(id);
      if (result === null) return;
      await this.#store.settle(id, result);
    }
  }

  /** Return the result of a match, or null if the server cannot judge it now. */
  async #one(id: string): Promise<HandoverResult | null> {
    const match = await this.#store.match(id);
    const at = new Date(this.#now()).toISOString();
    if (match === null) return { at, refused: UNREADABLE };
    try {
      const { id: table } = await this.#post(requestOf(match));
      return { at, table };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (FINAL_STATUSES.includes(error.status)) return { at, refused: error.code };
      const { seconds } = error.details;
      if (typeof seconds === "number") this.#notBefore = this.#now() + seconds * 1000;
      return null;
    }
  }
}

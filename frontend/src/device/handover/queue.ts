/** Matches of this device on their way to the server, each handed over once it is over. */
import { ApiError } from "../../api/http";
import type { NewDeviceTable, TableCreated } from "../../api/wire";
import { OWN_SEAT, type Log, recordOf } from "../table/log";

/** What became of a match: the id of its table on the server, or the code of its refusal. */
export type HandoverResult = { at: string; table: string } | { at: string; refused: string };

/** Log of a match, and the number of hints in it. */
export interface FinishedMatch {
  log: Log;
  hints?: number | undefined;
}

/** Finished matches of this device. */
export interface HandoverStore {
  /** Return the ids of the matches that have no result yet, oldest first. */
  pending: () => Promise<readonly string[]>;
  /** Return a match, or null if it is gone or cannot be read. */
  match: (id: string) => Promise<FinishedMatch | null>;
  /** Store the result of a match, which is not pending any more. */
  settle: (id: string, result: HandoverResult) => Promise<void>;
}

/** Code of a match that this device itself cannot read. */
export const UNREADABLE = "unreadable";

/** Statuses with which the server judges the match, so that it need not be sent again. */
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
 * Hands matches over, one after the other.
 *
 * Nothing runs between the calls of `run`, for which the start of the page, the end of a match and
 * a returning network are occasions.
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

  /** Hand over what is pending, unless the server has asked to wait; resolve when that is done. */
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

  /** Return the result of a match, or null if the server cannot be asked now. */
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

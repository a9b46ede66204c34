/** Statistics of all matches of the player, on the server and on this device. */
import { ApiError } from "../api/http";
import { getStatistics, type StatisticsFilter } from "../api/statistics";
import type { Statistics } from "../api/wire";
import { device } from "../device/device";
import { ownTables } from "../device/storage/own-tables";
import { bothHistories, serverMatches } from "../device/statistics/server-matches";
import { type MatchHistory, statisticsOf } from "../device/statistics/statistics";
import { SITE } from "../site";

/** Statistics, and the sources of the matches counted. */
export interface OwnStatistics {
  figures: Statistics;
  /** ISO times of the first matches on this device and on the server. */
  since: { device: string | null; server: string | null };
  /** Whether the server's matches are missing because it does not respond. */
  offline: boolean;
  /** The matches; null if the server counts them. */
  history: MatchHistory | null;
}

type Counted = Omit<OwnStatistics, "figures">;

/** Sources of the matches; tests replace them. */
const SOURCES = {
  getStatistics,
  serverMatches,
  ownTables,
  history: (ids: readonly string[]) => device.history(ids),
};

const NOTHING: MatchHistory = { matches: [], notCounted: 0 };

/**
 * Source of statistics for one visit of the page.
 *
 * The server counts its own matches. If this device has others, the page loads the facts of all
 * matches once and counts them.
 */
export class StatisticsSource {
  readonly #sources: typeof SOURCES;
  #loading: Promise<Counted & { history: MatchHistory }> | null = null;

  constructor(sources: typeof SOURCES = SOURCES) {
    this.#sources = sources;
  }

  /** Return the statistics of a selection. Throws an `ApiError`. */
  async get(filter: StatisticsFilter): Promise<OwnStatistics> {
    if (this.#loading === null && !SITE && !(await this.#countsHere())) {
      const figures = await orUnreachable(this.#sources.getStatistics(filter));
      if (figures !== null) {
        const since = { device: await this.#deviceSince(), server: figures.since };
        return { figures, since, offline: false, history: null };
      }
    }
    this.#loading ??= this.#load();
    this.#loading.catch(() => (this.#loading = null));
    const counted = await this.#loading;
    return { figures: statisticsOf(counted.history, filter), ...counted };
  }

  /** Whether this device has matches that the server lacks. */
  async #countsHere(): Promise<boolean> {
    return (await this.#sources.ownTables({ offline: false })).length > 0;
  }

  async #deviceSince(): Promise<string | null> {
    return (await this.#sources.ownTables({ offline: true })).at(-1)?.started ?? null;
  }

  async #load(): Promise<Counted & { history: MatchHistory }> {
    const server = SITE ? null : await orUnreachable(this.#sources.serverMatches());
    const tables = await this.#sources.ownTables({ offline: server === null });
    const offline = server === null && !SITE;
    if (offline && tables.length === 0) throw new ApiError("", 0, "unreachable");
    const here =
      tables.length === 0 ? NOTHING : await this.#sources.history(tables.map(({ id }) => id));
    return {
      since: {
        device: await this.#deviceSince(),
        server: server?.matches[0]?.started ?? null,
      },
      offline,
      history: bothHistories(server ?? NOTHING, here),
    };
  }
}

/** Return the response to a request, or null if the server does not respond. */
async function orUnreachable<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return null;
    throw error;
  }
}

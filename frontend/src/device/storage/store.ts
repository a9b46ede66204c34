/** The tables of this device and their logs, in IndexedDB. */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import {
  FIRST_VERSION,
  UnplayableLog,
  versionCode,
  type ClosedCode,
  type LogEvent,
  type LogSeat,
} from "../table/log";

/** Summary of a stored table, for lists and for the handover to the server. */
export interface TableRow {
  id: string;
  /** ISO times of the first and the last event. */
  created: string;
  changed: string;
  over: boolean;
  /** Reason why the table cannot continue, or null. */
  closed: ClosedCode | null;
  /** The number of the round, from 1. */
  round: number;
  preset: string;
  options: Record<string, boolean | number | string | null>;
  seats: LogSeat[];
  /** Chips by seat, and the seat whose turn it is; earlier rows lack them. */
  lives?: number[] | null;
  toAct?: number | null;
  /** The final places by seat, from 1, after the match. */
  places: number[] | null;
  /** Time at which the server took the match over, `refused`, or null. */
  handedOver: string | null;
  /** Address of the script that plays the table, and the version of its messages. */
  engine: string;
  wire: number;
  /** Version of the log. */
  version: number;
  /** Whether it is a what-if table, which is excluded from lists and statistics. */
  whatIf?: boolean;
  /** Number of hints that the person has asked for. */
  hints?: number;
  /** Text of the challenge that the table answers. */
  challenge?: string;
}

type StoredRow = Omit<TableRow, "version" | "wire"> & Partial<TableRow>;

interface Schema extends DBSchema {
  tables: { key: string; value: StoredRow; indexes: { created: string } };
  events: { key: [string, number]; value: { table: string; seq: number; body: LogEvent } };
}

const NAME = "schwimmen";
const VERSION = 1;

/** Return a stored table; the first rows named no versions. */
const read = ({ version = FIRST_VERSION, wire = 0, ...row }: StoredRow): TableRow => ({
  ...row,
  version,
  wire,
  closed: versionCode(version) ?? row.closed,
});

/** Error: another tab has extended the log. */
export class Conflict extends Error {}

/** The database of the device; every method may throw a `DOMException` of IndexedDB. */
export class Store {
  #opened: Promise<IDBPDatabase<Schema>> | null = null;

  /** Return the open database. */
  static async open(): Promise<Store> {
    const store = new Store();
    await store.#database();
    return store;
  }

  /** Return the open database; the browser or a newer version may have closed it. */
  #database(): Promise<IDBPDatabase<Schema>> {
    const forget = () => (this.#opened = null);
    const opening = (this.#opened ??= openDB<Schema>(NAME, VERSION, {
      upgrade(created) {
        created.createObjectStore("tables", { keyPath: "id" }).createIndex("created", "created");
        created.createObjectStore("events", { keyPath: ["table", "seq"] });
      },
      blocking: () => void this.close(),
      terminated: forget,
    }));
    opening.catch(forget);
    return opening;
  }

  /** Return a table, or undefined if this device lacks it. */
  async table(id: string): Promise<TableRow | undefined> {
    const row = await (await this.#database()).get("tables", id);
    return row && read(row);
  }

  /** Return all tables except what-if tables, newest first. */
  async tables(): Promise<TableRow[]> {
    const all = await (await this.#database()).getAllFromIndex("tables", "created");
    return all
      .filter(({ whatIf = false }) => !whatIf)
      .map(read)
      .reverse();
  }

  /**
   * Return the log of a table, as far as it is stored.
   *
   * @throws UnplayableLog if it is of another version.
   */
  async playableLog(row: TableRow): Promise<LogEvent[]> {
    const code = versionCode(row.version);
    if (code !== null) throw new UnplayableLog(code, `the log is of version ${row.version}`);
    return this.log(row.id);
  }

  /** Return the log of a table of any version, as far as it is stored. */
  async log(id: string): Promise<LogEvent[]> {
    const rows = await (await this.#database()).getAll("events", eventsOf(id));
    return rows.map(({ body }) => body);
  }

  /**
   * Store the last events of a log, `added` of them new, with the row of its table, which keeps its
   * hints. They are on disk when the promise is fulfilled. A log that the browser has deleted is
   * stored again.
   *
   * @throws Conflict if the stored log is not the one before these events.
   */
  async append(row: TableRow, log: readonly LogEvent[], added: number): Promise<void> {
    const transaction = (await this.#database()).transaction(["tables", "events"], "readwrite", {
      durability: "strict",
    });
    const events = transaction.objectStore("events");
    const last = (await events.openKeyCursor(eventsOf(row.id), "prev"))?.key[1] ?? 0;
    if (last !== 0 && last !== log.length - added) {
      transaction.abort();
      await transaction.done.catch(() => undefined);
      throw new Conflict(`the log has ${last} events`);
    }
    for (const body of log.slice(last)) void events.add({ table: row.id, seq: body.seq, body });
    const tables = transaction.objectStore("tables");
    void tables.put({ ...(await tables.get(row.id)), ...row });
    await transaction.done;
  }

  /** Count a hint for the decision after the last event of a log; return false after its action. */
  async countHint(id: string, seq: number): Promise<boolean> {
    const transaction = (await this.#database()).transaction(["tables", "events"], "readwrite", {
      durability: "strict",
    });
    const tables = transaction.objectStore("tables");
    const last = await transaction.objectStore("events").openKeyCursor(eventsOf(id), "prev");
    const row = await tables.get(id);
    const isPresent = row !== undefined && last?.key[1] === seq;
    if (isPresent) void tables.put({ ...row, hints: (row.hints ?? 0) + 1 });
    await transaction.done;
    return isPresent;
  }

  /** Change the row of a table, if it is stored. */
  async change(id: string, changes: Partial<TableRow>): Promise<void> {
    const transaction = (await this.#database()).transaction("tables", "readwrite", {
      durability: "strict",
    });
    const row = await transaction.store.get(id);
    if (row !== undefined) await transaction.store.put({ ...row, ...changes });
    await transaction.done;
  }

  /** Delete a table. */
  async delete(id: string): Promise<void> {
    const transaction = (await this.#database()).transaction(["tables", "events"], "readwrite");
    void transaction.objectStore("tables").delete(id);
    void transaction.objectStore("events").delete(eventsOf(id));
    await transaction.done;
  }

  /** Delete all what-if tables. */
  async deleteWhatIfs(): Promise<void> {
    const all = await (await this.#database()).getAll("tables");
    for (const { id, whatIf = false } of all) if (whatIf) await this.delete(id);
  }

  /** Delete all tables. */
  async clear(): Promise<void> {
    const transaction = (await this.#database()).transaction(["tables", "events"], "readwrite");
    void transaction.objectStore("tables").clear();
    void transaction.objectStore("events").clear();
    await transaction.done;
  }

  /** Close the database until it is used again. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    (await opened)?.close();
  }
}

const eventsOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity]);

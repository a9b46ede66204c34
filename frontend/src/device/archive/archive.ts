/** Export of all matches, settings and saved games of this device to one file, and its import. */
import type { PlayGame } from "schwimmen/play";
import { MAX_NAME_LENGTH } from "../../api/constants.generated";
import type { OwnPuzzle } from "../puzzles/own-store";
import type { Kept } from "../puzzles/progress-store";
import { DeviceTable } from "../table/device-table";
import { FIRST_VERSION, LOG_VERSION, type LogEvent, type LogSeat, OWN_SEAT } from "../table/log";
import type { Store, TableRow } from "../storage/store";
import { isDeviceTable } from "../../api/table-id";
import { rowOf } from "../storage/table-row";
import { isObject, parseJson } from "../../storage/json";
import { serverKey } from "../../storage/storage";

const NAME = "schwimmen-device";
const VERSION = 1;
const MAX_ID_LENGTH = 32;

/** Keys of `localStorage` in the file, without running matches' secrets and server data. */
const SAVED_KEYS = [
  "schwimmen.settings",
  "schwimmen.name",
  "schwimmen.game",
  "schwimmen.last-rules",
  "schwimmen.rule-sets",
  "schwimmen.friends",
  "schwimmen.lesson",
  "schwimmen.coach",
  "schwimmen.muted",
  "schwimmen.sound-asked",
  "schwimmen.daily-variant",
  serverKey("schwimmen.daily-commitments"),
  "schwimmen.puzzles",
  "schwimmen.puzzle-of-the-day",
];

/** Table in a file; its row follows from the log and the number of hints. */
export interface ArchivedTable {
  id: string;
  /** Version of the log. */
  version: number;
  log: LogEvent[];
  hints?: number;
}

/** Content of an archive file. */
export interface DeviceArchive {
  format: string;
  /** ISO time of the export. */
  exported: string;
  tables: ArchivedTable[];
  saved: Record<string, string>;
  /** Progress with puzzles, if any. */
  puzzles?: Kept;
  /** Puzzles from the player's own matches, if any. */
  ownPuzzles?: OwnPuzzle[];
}

/** Error for a file that cannot be imported. */
export class ArchiveError extends Error {
  readonly code: "foreign_file" | "newer_file" | "damaged_file";

  constructor(code: ArchiveError["code"]) {
    super(code);
    this.code = code;
  }
}

/** Numbers of tables that an import added, found already stored, or refused. */
export interface Imported {
  added: number;
  /** Tables that were already stored, which are unchanged. */
  known: number;
  /** Tables whose logs are of another version, or which the present rules do not play. */
  refused: number;
}

/** Store of texts by key, such as `localStorage`; an empty text means a missing one. */
export interface SavedTexts {
  load: (key: string) => string;
  save: (key: string, text: string) => void;
}

/** Return the text of an archive file with tables and the data stored beside them. */
export function writeArchive(
  tables: ArchivedTable[],
  texts: Pick<SavedTexts, "load">,
  now: Date,
  puzzles?: Kept,
  ownPuzzles: OwnPuzzle[] = [],
): string {
  const saved = SAVED_KEYS.map((key) => [key, texts.load(key)]).filter(([, text]) => text !== "");
  const archive: DeviceArchive = {
    format: `${NAME}/${VERSION}`,
    exported: now.toISOString(),
    tables,
    saved: Object.fromEntries(saved),
    ...(puzzles && puzzles.progress.answered > 0 ? { puzzles } : {}),
    ...(ownPuzzles.length > 0 ? { ownPuzzles } : {}),
  };
  return JSON.stringify(archive);
}

/** Return the content of an archive file, with unchecked tables. Throws an `ArchiveError`. */
export function readArchive(text: string): DeviceArchive {
  const found = parseJson(text);
  if (!isObject(found) || typeof found["format"] !== "string")
    throw new ArchiveError("foreign_file");
  const [name, version] = found["format"].split("/");
  if (name !== NAME || !/^[1-9][0-9]*$/.test(version ?? "")) throw new ArchiveError("foreign_file");
  if (Number(version) > VERSION) throw new ArchiveError("newer_file");
  const { tables, saved } = found;
  if (!Array.isArray(tables) || !isObject(saved)) throw new ArchiveError("damaged_file");
  return found as unknown as DeviceArchive;
}

/** Save the texts of an archive under all keys that have no text. */
export function restoreTexts({ saved }: DeviceArchive, { load, save }: SavedTexts): void {
  for (const key of SAVED_KEYS) {
    const text: unknown = saved[key];
    if (typeof text === "string" && load(key) === "") save(key, text);
  }
}

/** Return all tables with their logs. */
export async function archivedTables(
  store: Pick<Store, "tables" | "log">,
): Promise<ArchivedTable[]> {
  const tables = [];
  for (const { id, version, hints } of await store.tables())
    tables.push({
      id,
      version,
      log: await store.log(id),
      ...(hints === undefined ? {} : { hints }),
    });
  return tables;
}

/**
 * Store the tables of a file that this device lacks, after replaying their logs.
 *
 * `engine` is the address of the script that plays them. Tables handed over before may be handed
 * over again; the server recognizes them. Throws the errors of the store; tables before the failure
 * stay.
 */
export async function importTables(
  game: PlayGame,
  store: Pick<Store, "table" | "append">,
  tables: readonly unknown[],
  engine: string,
): Promise<Imported> {
  const imported = { added: 0, known: 0, refused: 0 };
  for (const one of tables) {
    const table = playedTable(game, one);
    if (table === null) imported.refused += 1;
    else if ((await store.table(table.id)) !== undefined) imported.known += 1;
    else {
      await store.append({ ...rowOf(table, engine), ...hintsIn(one) }, table.log, table.seq);
      imported.added += 1;
    }
  }
  return imported;
}

/** Return the table of a file after its last event, or null if its log is invalid. */
function playedTable(game: PlayGame, table: unknown): DeviceTable | null {
  if (!isObject(table) || typeof table["id"] !== "string" || !Array.isArray(table["log"]))
    return null;
  const { id, log, version = FIRST_VERSION } = table;
  if (!isDeviceTable(id) || id.length > MAX_ID_LENGTH || version !== LOG_VERSION) return null;
  try {
    const played = DeviceTable.replay(game, id, log);
    const { seats } = played.created;
    const isValid = played.log.every(({ at }) => isTime(at)) && areValid(seats, game);
    return isValid ? played : null;
  } catch {
    return null;
  }
}

/** Return the number of hints of a table in a file, if any. */
const hintsIn = (table: unknown): Pick<TableRow, "hints"> =>
  isObject(table) && Number.isSafeInteger(table["hints"]) && Number(table["hints"]) > 0
    ? { hints: Number(table["hints"]) }
    : {};

/** Whether one person and bots of known levels sit at a table. */
const areValid = (seats: readonly LogSeat[], { levels }: PlayGame): boolean =>
  seats.every(
    ({ name, level, face }, seat) =>
      typeof name === "string" &&
      name.length > 0 &&
      name.length <= 2 * MAX_NAME_LENGTH && // in units of UTF-16
      (face === undefined || typeof face === "string") &&
      (seat === OWN_SEAT ? level === undefined : level !== undefined && levels.includes(level)),
  );

const isTime = (value: unknown): boolean =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));

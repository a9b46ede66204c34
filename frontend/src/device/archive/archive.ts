/** All matches, settings and saved games of this device in one file, and back from it. */
import type { Game } from "schwimmen";
import { MAX_NAME_LENGTH } from "../../api/constants.generated";
import type { OwnPuzzle } from "../puzzles/own-store";
import type { Kept } from "../puzzles/progress-store";
import { DeviceTable } from "../table/device-table";
import { LOG_VERSION, type LogEvent, type LogSeat, OWN_SEAT } from "../table/log";
import type { Store, TableRow } from "../storage/store";
import { isDeviceTable } from "../../api/table-id";
import { rowOf } from "../storage/table-row";

const NAME = "schwimmen-device";
const VERSION = 1;
const MAX_ID_LENGTH = 32;

/** Keys of `localStorage` in the file: neither secrets of running matches nor what the server has. */
const SAVED_KEYS = [
  "schwimmen.settings",
  "schwimmen.name",
  "schwimmen.game",
  "schwimmen.friends",
  "schwimmen.lesson",
  "schwimmen.hints",
  "schwimmen.muted",
  "schwimmen.sound-asked",
  "schwimmen.daily-variant",
  "schwimmen.daily-commitments",
  "schwimmen.puzzles",
];

/** Table in a file; its row follows from the log and the number of hints. */
export interface ArchivedTable {
  id: string;
  /** Version of the log. */
  version: number;
  log: LogEvent[];
  hints?: number;
}

/** Content of a file. */
export interface DeviceArchive {
  format: string;
  /** ISO time. */
  exported: string;
  tables: ArchivedTable[];
  saved: Record<string, string>;
  /** Progress with puzzles, if there is any. */
  puzzles?: Kept;
  /** Puzzles from the player's own matches, if there are any. */
  ownPuzzles?: OwnPuzzle[];
}

/** File that cannot be imported. */
export class ArchiveError extends Error {
  readonly code: "foreign_file" | "newer_file" | "damaged_file";

  constructor(code: ArchiveError["code"]) {
    super(code);
    this.code = code;
  }
}

/** What became of the tables of a file. */
export interface Imported {
  added: number;
  /** Tables that were here already, which stay as they are. */
  known: number;
  /** Tables with a log of another version, or one that the rules do not play. */
  refused: number;
}

/** Texts saved under a key, such as `localStorage`; an empty text is none. */
export interface SavedTexts {
  load: (key: string) => string;
  save: (key: string, text: string) => void;
}

/** Return the text of a file with tables, and with what is saved beside them. */
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

/** Return the content of a file, whose tables have not been checked. Throws an `ArchiveError`. */
export function readArchive(text: string): DeviceArchive {
  const found = parsed(text);
  if (!isObject(found) || typeof found["format"] !== "string")
    throw new ArchiveError("foreign_file");
  const [name, version] = found["format"].split("/");
  if (name !== NAME || !/^[1-9][0-9]*$/.test(version ?? "")) throw new ArchiveError("foreign_file");
  if (Number(version) > VERSION) throw new ArchiveError("newer_file");
  const { tables, saved } = found;
  if (!Array.isArray(tables) || !isObject(saved)) throw new ArchiveError("damaged_file");
  return found as unknown as DeviceArchive;
}

/** Save the texts of a file under all keys that have none. */
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
 * Store the tables of a file that are not here yet; each log is played before it is kept.
 *
 * `engine` is the address of the script that plays them. They may be handed over to the server again,
 * which recognizes the matches of a player. Throws the errors of the store; the tables
 * before the one at fault stay.
 */
export async function importTables(
  game: Game,
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

/** Return the table of a file after its last event, null unless its log can be played. */
function playedTable(game: Game, table: unknown): DeviceTable | null {
  if (!isObject(table) || typeof table["id"] !== "string" || !Array.isArray(table["log"]))
    return null;
  const { id, log, version } = table;
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

/** Return the number of hints of a table in a file, if it has any. */
const hintsIn = (table: unknown): Pick<TableRow, "hints"> =>
  isObject(table) && Number.isSafeInteger(table["hints"]) && Number(table["hints"]) > 0
    ? { hints: Number(table["hints"]) }
    : {};

/** Whether one person and bots of known levels sit at a table. */
const areValid = (seats: readonly LogSeat[], { levels }: Game): boolean =>
  seats.every(
    ({ name, level, face }, seat) =>
      typeof name === "string" &&
      name.length > 0 &&
      name.length <= 2 * MAX_NAME_LENGTH && // in units of UTF-16
      (face === undefined || typeof face === "string") &&
      (seat === OWN_SEAT ? level === undefined : level !== undefined && levels.includes(level)),
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTime = (value: unknown): boolean =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

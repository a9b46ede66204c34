/**
 * Puzzles from the player's own matches, in IndexedDB. Their database is apart from that of the
 * progress, which pages of earlier builds could not read any more if its version changed.
 */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { clearProgress, hasNumbers } from "./progress-store";
import { OWN, SOLVERS, THEMES, type Puzzle } from "./puzzle";

/** A puzzle, with the time at which it was found in milliseconds. */
export interface OwnPuzzle extends Puzzle {
  at: number;
}

/** A match that has been searched, with what identifies the puzzles found in it. */
interface Searched {
  match: string;
  ids: string[];
  at: number;
}

interface Schema extends DBSchema {
  puzzles: { key: string; value: OwnPuzzle; indexes: { at: number } };
  searched: { key: string; value: Searched; indexes: { at: number } };
}

const NAME = "schwimmen-own-puzzles";
const VERSION = 1;

/** How many of each are kept, the newest ones. */
const KEPT = { puzzles: 500, searched: 2000 } as const;

/** Run an action with the open database, which is closed afterwards. */
async function using<T>(action: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = await openDB<Schema>(NAME, VERSION, {
    upgrade(created) {
      created.createObjectStore("puzzles", { keyPath: "id" }).createIndex("at", "at");
      created.createObjectStore("searched", { keyPath: "match" }).createIndex("at", "at");
    },
  });
  try {
    return await action(database);
  } finally {
    database.close();
  }
}

/** Return all puzzles, the oldest first. */
export const ownPuzzles = (): Promise<OwnPuzzle[]> =>
  using((database) => database.getAllFromIndex("puzzles", "at"));

/** Return how many of the puzzles are from a match; null if it has not been searched. */
export const countOfMatch = (match: string): Promise<number | null> =>
  using(async (database) => {
    const searched = await database.get("searched", match);
    if (searched === undefined) return null;
    const keys = await Promise.all(searched.ids.map((id) => database.getKey("puzzles", id)));
    return keys.filter((key) => key !== undefined).length;
  });

/** Keep the puzzles that were found in a match. */
export const keepPuzzles = (match: string, puzzles: readonly Puzzle[], at: number): Promise<void> =>
  using(async (database) => {
    const found = puzzles.map((puzzle) => ({ ...puzzle, at }));
    await add(database, found);
    await database.put("searched", { match, ids: found.map(({ id }) => id), at });
    await trim(database, "searched");
  });

/** Delete all puzzles, and the progress with these and others. */
export async function clearPuzzles(): Promise<void> {
  await clearProgress();
  await using(async (database) => {
    await database.clear("puzzles");
    await database.clear("searched");
  });
}

/** Add the puzzles of a file; `playable` returns for each of them whether it can be played. */
export async function importOwnPuzzles(
  found: unknown,
  playable: (puzzles: readonly Puzzle[]) => Promise<readonly boolean[]>,
): Promise<void> {
  if (!Array.isArray(found)) return;
  const puzzles = found.filter(isOwnPuzzle).slice(-KEPT.puzzles);
  if (puzzles.length === 0) return;
  const checked = await playable(puzzles);
  const good = puzzles.filter((_, place) => checked[place]);
  await using((database) => add(database, good));
}

/** Add puzzles; those that are here already stay as they are. */
async function add(database: IDBPDatabase<Schema>, puzzles: readonly OwnPuzzle[]): Promise<void> {
  const { store, done } = database.transaction("puzzles", "readwrite");
  for (const puzzle of puzzles)
    if ((await store.getKey(puzzle.id)) === undefined) await store.put(puzzle);
  await done;
  await trim(database, "puzzles");
}

/** Delete the oldest entries beyond the number that is kept. */
async function trim(database: IDBPDatabase<Schema>, name: keyof typeof KEPT): Promise<void> {
  const keys = await database.getAllKeysFromIndex(name, "at");
  for (const old of keys.slice(0, -KEPT[name])) await database.delete(name, old);
}

const isListOf = (found: unknown, type: "string" | "number"): boolean =>
  Array.isArray(found) && found.every((one) => typeof one === type);

/** Whether a value has the types of a puzzle; whether it can be played is not said. */
function isOwnPuzzle(found: unknown): found is OwnPuzzle {
  const { id, preset, options, dealt, scores, actions, losses, solvers, themes } = (found ??
    {}) as Partial<OwnPuzzle>;
  return (
    hasNumbers(found, ["at", "dealer", "leader", "value", "rating"]) &&
    typeof id === "string" &&
    id.startsWith(`${OWN} `) &&
    typeof preset === "string" &&
    (options === undefined || (typeof options === "object" && options !== null)) &&
    isListOf(dealt, "string") &&
    [scores, actions, losses].every((list) => isListOf(list, "number")) &&
    isListOf(solvers, "string") &&
    isListOf(themes, "string") &&
    solvers!.every((level) => (SOLVERS as readonly string[]).includes(level)) &&
    themes!.every((theme) => THEMES.includes(theme))
  );
}

/**
 * Puzzles from the player's own matches, in IndexedDB. A database separate from the progress,
 * because open pages of earlier builds could not read that one after a change of its version.
 */
import type { DBSchema, IDBPDatabase } from "idb";
import { database } from "../../storage/database";
import { clearProgress, hasNumbers } from "./progress-store";
import { SOLVERS } from "../../api/constants.generated";
import { OWN, THEMES, type Puzzle } from "./puzzle";

/** A puzzle, with the time at which it was found in milliseconds. */
export interface OwnPuzzle extends Puzzle {
  at: number;
}

/** A searched match, with the ids of the puzzles found in it. */
interface Searched {
  match: string;
  ids: string[];
  at: number;
}

interface Schema extends DBSchema {
  puzzles: { key: string; value: OwnPuzzle; indexes: { at: number } };
  searched: { key: string; value: Searched; indexes: { at: number } };
}

/** Numbers of puzzles and searched matches that are kept, the newest ones. */
const KEPT = { puzzles: 500, searched: 2000 } as const;

const using = database<Schema>("schwimmen-own-puzzles", (created) => {
  created.createObjectStore("puzzles", { keyPath: "id" }).createIndex("at", "at");
  created.createObjectStore("searched", { keyPath: "match" }).createIndex("at", "at");
});

/** Return all puzzles, the oldest first. */
export const ownPuzzles = (): Promise<OwnPuzzle[]> =>
  using((opened) => opened.getAllFromIndex("puzzles", "at"));

/** Return the number of stored puzzles from a match; null if it has not been searched. */
export const countOfMatch = (match: string): Promise<number | null> =>
  using(async (opened) => {
    const searched = await opened.get("searched", match);
    if (searched === undefined) return null;
    const keys = await Promise.all(searched.ids.map((id) => opened.getKey("puzzles", id)));
    return keys.filter((key) => key !== undefined).length;
  });

/** Store the puzzles found in a match. */
export const keepPuzzles = (match: string, puzzles: readonly Puzzle[], at: number): Promise<void> =>
  using(async (opened) => {
    const found = puzzles.map((puzzle) => ({ ...puzzle, at }));
    await add(opened, found);
    await opened.put("searched", { match, ids: found.map(({ id }) => id), at });
    await trim(opened, "searched");
  });

export const deletePuzzle = (id: string): Promise<void> =>
  using((opened) => opened.delete("puzzles", id));

/** Delete all puzzles, and the progress with these and others. */
export async function clearPuzzles(): Promise<void> {
  await clearProgress();
  await using(async (opened) => {
    await opened.clear("puzzles");
    await opened.clear("searched");
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
  await using((opened) => add(opened, good));
}

/** Add puzzles; those already stored are unchanged. */
async function add(opened: IDBPDatabase<Schema>, puzzles: readonly OwnPuzzle[]): Promise<void> {
  const { store, done } = opened.transaction("puzzles", "readwrite");
  for (const puzzle of puzzles)
    if ((await store.getKey(puzzle.id)) === undefined) await store.put(puzzle);
  await done;
  await trim(opened, "puzzles");
}

/** Delete the oldest entries beyond the number that is kept. */
async function trim(opened: IDBPDatabase<Schema>, name: keyof typeof KEPT): Promise<void> {
  const keys = await opened.getAllKeysFromIndex(name, "at");
  for (const old of keys.slice(0, -KEPT[name])) await opened.delete(name, old);
}

const isListOf = (found: unknown, type: "string" | "number"): boolean =>
  Array.isArray(found) && found.every((one) => typeof one === type);

/** Whether a value has the types of a puzzle; it may still be unplayable. */
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

/**
 * Progress with puzzles in IndexedDB. A database separate from the tables, because open pages of
 * earlier builds could not read that one after a change of its version.
 */
import type { DBSchema } from "idb";
import { database } from "../../storage/database";
import { NO_PROGRESS, type Outcome, type Progress } from "./progress";

interface Schema extends DBSchema {
  progress: { key: string; value: Progress };
  outcomes: { key: string; value: Outcome };
}

const KEY = "player";

/** Stored progress with the outcomes of all puzzles answered. */
export interface Kept {
  progress: Progress;
  outcomes: Outcome[];
}

const using = database<Schema>("schwimmen-puzzles", (created) => {
  created.createObjectStore("progress");
  created.createObjectStore("outcomes", { keyPath: "id" });
});

export const loadProgress = (): Promise<Kept> =>
  using(async (opened) => ({
    progress: (await opened.get("progress", KEY)) ?? NO_PROGRESS,
    outcomes: await opened.getAll("outcomes"),
  }));

/** Store the player's progress with the changed outcomes. */
export const saveProgress = ({ progress, outcomes }: Kept): Promise<void> =>
  using(async (opened) => {
    const transaction = opened.transaction(["progress", "outcomes"], "readwrite");
    void transaction.objectStore("progress").put(progress, KEY);
    for (const outcome of outcomes) void transaction.objectStore("outcomes").put(outcome);
    await transaction.done;
  });

/** Delete all progress. */
export const clearProgress = (): Promise<void> =>
  using(async (opened) => {
    await opened.clear("progress");
    await opened.clear("outcomes");
  });

/** Import the progress of another device if it has more answers. */
export async function importProgress(found: unknown): Promise<void> {
  if (!isKept(found)) return;
  const { progress } = await loadProgress();
  if (found.progress.answered > progress.answered) await saveProgress(found);
}

function isKept(found: unknown): found is Kept {
  const { progress, outcomes } = (found ?? {}) as Partial<Kept>;
  return (
    hasNumbers(progress, ["answered", "solved", "seen", "streak", "bestStreak"]) &&
    isRating(progress?.rating) &&
    Array.isArray(outcomes) &&
    outcomes.every(
      (one: Partial<Outcome> | null) =>
        typeof one?.id === "string" &&
        typeof one.solved === "boolean" &&
        hasNumbers(one, ["at"]) &&
        (one.step === null || hasNumbers(one, ["step"])) &&
        isRating(one.rating),
    )
  );
}

const isRating = (found: unknown): boolean =>
  hasNumbers(found, ["rating", "deviation", "volatility"]);

/** Whether a value is an object with finite numbers under some names. */
export const hasNumbers = (found: unknown, names: readonly string[]): boolean =>
  typeof found === "object" &&
  found !== null &&
  names.every((name) => Number.isFinite((found as Record<string, unknown>)[name]));

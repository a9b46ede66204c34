import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { NO_PROGRESS } from "../puzzles/progress";
import { OWN_PUZZLE } from "../puzzles/fixtures";
import { keepPuzzles, ownPuzzles } from "../puzzles/own-store";
import { loadProgress, saveProgress } from "../puzzles/progress-store";
import { deleteOwnTables } from "./own-tables";

it("are deleted with own puzzles and all progress", async () => {
  await saveProgress({ progress: { ...NO_PROGRESS, answered: 1 }, outcomes: [] });
  await keepPuzzles("match", [OWN_PUZZLE], 1);
  await deleteOwnTables();
  expect(await ownPuzzles()).toEqual([]);
  expect((await loadProgress()).progress).toEqual(NO_PROGRESS);
});

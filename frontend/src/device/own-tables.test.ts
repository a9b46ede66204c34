import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { NO_PROGRESS } from "../puzzles/progress";
import { loadProgress, saveProgress } from "../puzzles/progress-store";
import { deleteOwnTables } from "./own-tables";

it("are deleted with the progress with puzzles", async () => {
  await saveProgress({ progress: { ...NO_PROGRESS, answered: 1 }, outcomes: [] });
  await deleteOwnTables();
  expect((await loadProgress()).progress).toEqual(NO_PROGRESS);
});

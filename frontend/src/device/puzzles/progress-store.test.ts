import "fake-indexeddb/auto";
import { afterEach, describe, expect, it } from "vitest";
import { NO_PROGRESS, type Outcome } from "./progress";
import { clearProgress, importProgress, loadProgress, saveProgress } from "./progress-store";

const outcome = (id: string): Outcome => ({
  id,
  rating: NO_PROGRESS.rating,
  at: 1,
  solved: false,
  step: 0,
});
const answered = (n: number) => ({ ...NO_PROGRESS, answered: n });

afterEach(clearProgress);

describe("the progress", () => {
  it("is empty at first, and kept", async () => {
    expect(await loadProgress()).toEqual({ progress: NO_PROGRESS, outcomes: [] });
    await saveProgress({ progress: answered(1), outcomes: [outcome("a")] });
    await saveProgress({ progress: answered(2), outcomes: [outcome("b")] });
    const kept = { progress: answered(2), outcomes: [outcome("a"), outcome("b")] };
    expect(await loadProgress()).toEqual(kept);
  });

  it("is taken from a file that has more of it", async () => {
    const file = { progress: answered(5), outcomes: [outcome("a")] };
    await importProgress(JSON.parse(JSON.stringify(file)));
    expect(await loadProgress()).toEqual(file);
    await importProgress({ progress: answered(4), outcomes: [outcome("b")] });
    expect(await loadProgress()).toEqual(file);
  });

  it.each([
    undefined,
    null,
    "text",
    { progress: answered(9) },
    { progress: { ...answered(9), rating: null }, outcomes: [] },
    { progress: answered(9), outcomes: [null] },
    { progress: answered(9), outcomes: [{ ...outcome("a"), step: "1" }] },
  ])("is not taken from a damaged file (%j)", async (found) => {
    await importProgress(found);
    expect(await loadProgress()).toEqual({ progress: NO_PROGRESS, outcomes: [] });
  });
});

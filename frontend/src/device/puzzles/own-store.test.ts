import "fake-indexeddb/auto";
import { afterEach, describe, expect, it } from "vitest";
import { OWN_PUZZLE } from "./fixtures";
import { clearPuzzles, countOfMatch, importOwnPuzzles, keepPuzzles, ownPuzzles } from "./own-store";

const puzzle = (id: string) => ({ ...OWN_PUZZLE, id: `own ${id}` });
const ids = async () => (await ownPuzzles()).map(({ id }) => id);
const all = (puzzles: readonly unknown[]) => Promise.resolve(puzzles.map(() => true));

afterEach(clearPuzzles);

describe("puzzles from own matches", () => {
  it("are kept with the match in which they were found", async () => {
    expect(await countOfMatch("one")).toBeNull();
    await keepPuzzles("one", [puzzle("a"), puzzle("b")], 1);
    await keepPuzzles("none", [], 2);
    await keepPuzzles("again", [puzzle("b")], 3);
    expect(await ids()).toEqual(["own a", "own b"]);
    const counts = ["one", "none", "again"].map(countOfMatch);
    expect(await Promise.all(counts)).toEqual([2, 0, 1]);
  });

  it("make room for newer ones", async () => {
    await keepPuzzles("old", [puzzle("old")], 1);
    const many = Array.from({ length: 500 }, (_, place) => puzzle(`${place}`));
    await keepPuzzles("new", many.slice(1), 2);
    expect(await ids()).toContain("own old");
    await keepPuzzles("newer", many.slice(0, 1), 3);
    expect(await ids()).toHaveLength(500);
    expect(await countOfMatch("old")).toBe(0);
  });

  it("are added from a file if they can be played", async () => {
    await keepPuzzles("here", [puzzle("a")], 5);
    const file: unknown = JSON.parse(JSON.stringify([puzzle("a"), puzzle("b"), puzzle("c")]));
    await importOwnPuzzles(file, (puzzles) =>
      Promise.resolve(puzzles.map(({ id }) => id !== "own c")),
    );
    expect(await ids()).toEqual(["own b", "own a"]);
  });

  it.each([
    undefined,
    null,
    "text",
    {},
    [null],
    [3],
    [{ ...OWN_PUZZLE, id: "pagat A ." }],
    [{ ...OWN_PUZZLE, at: "today" }],
    [{ ...OWN_PUZZLE, rating: null }],
    [{ ...OWN_PUZZLE, options: null }],
    [{ ...OWN_PUZZLE, dealt: "QS AH" }],
    [{ ...OWN_PUZZLE, actions: ["pass"] }],
    [{ ...OWN_PUZZLE, losses: undefined }],
    [{ ...OWN_PUZZLE, solvers: ["god"] }],
    [{ ...OWN_PUZZLE, themes: ["luck"] }],
  ])("are not added from a damaged file (%j)", async (found) => {
    await importOwnPuzzles(found, all);
    expect(await ids()).toEqual([]);
  });
});

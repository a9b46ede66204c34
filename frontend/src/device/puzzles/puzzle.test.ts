import { readFile } from "node:fs/promises";
import type { Game } from "schwimmen";
import { beforeAll, describe, expect, it } from "vitest";
import { loadGame } from "../fixtures";
import { isPlayable, puzzleScene } from "./puzzle-scene";
import { FOUND_PUZZLE, OWN_PUZZLE } from "./fixtures";
import { ownPuzzle, parsePuzzle, PRESETS, sharedWith, type Preset, type Puzzle } from "./puzzle";

const LINE = "Pabcdefgh 10 2,0 Y 61 ABCDEFGHIJKLMNOPQRSTUV 010255 ws 1620";

async function shipped(preset: Preset): Promise<Puzzle[]> {
  const text = await readFile(new URL(`./data/${sharedWith(preset)}.txt`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => parsePuzzle(preset, line));
}

describe("a line", () => {
  it("becomes a puzzle", () => {
    const { dealer, leader, scores, dealt, actions, value, themes, rating } = FOUND_PUZZLE;
    const plain = { dealer, leader, scores, dealt, actions, value, themes, rating };
    expect(parsePuzzle("pagat", LINE)).toMatchObject({ ...plain, solvers: ["expert", "master"] });
    expect(parsePuzzle("pagat", LINE).losses).toHaveLength(22);
    expect(() => parsePuzzle("pagat", "ABC 10")).toThrow("not a puzzle");
    const { preset, id } = parsePuzzle("gamerules", LINE);
    expect(preset).toBe("gamerules");
    expect(id, "solved by both").toBe(parsePuzzle("pagat", LINE).id);
  });
});

let game: Game;

beforeAll(async () => {
  game = await loadGame();
});

describe("a puzzle from an own match", () => {
  it("has the levels that find it most of the time", () => {
    expect(ownPuzzle(FOUND_PUZZLE)).toMatchObject({
      id: "own pagat QSAHKHQHJHTH9H8H7H 24",
      options: { fire: false },
      solvers: ["expert", "master"],
    });
  });

  it("can be played by its rules alone", () => {
    const playable = (change: Partial<Puzzle>) => isPlayable(game, { ...OWN_PUZZLE, ...change });
    expect(playable({})).toBe(true);
    const changes: Partial<Puzzle>[] = [
      { preset: "poker" as "pagat" },
      { options: { fire: 3 } },
      { options: { last_chance: "no" } },
      { dealt: ["QS", "QS"] as const },
      { dealt: ["XX"] as unknown as Puzzle["dealt"] },
      { scores: [] },
      { scores: [1.5, 1] },
      { dealer: 7 },
      { actions: [24, 24, 24, 24, 24] },
      { losses: [0, 5] },
      { losses: OWN_PUZZLE.losses.map(() => 0) },
    ];
    for (const change of changes) expect(playable(change), JSON.stringify(change)).toBe(false);
  });
});

describe("the shipped puzzles", () => {
  it.each(PRESETS)("of %s can be shown, each with a loss for every action", async (preset) => {
    const puzzles = await shipped(preset);
    expect(new Set(puzzles.map(({ id }) => id)).size).toBe(puzzles.length);
    for (const puzzle of puzzles) {
      const { welcome, actions } = puzzleScene(game, puzzle, "Anna", ["Bert", "Carl"]);
      expect(actions).toHaveLength(puzzle.losses.length);
      expect(puzzle.losses.filter((loss) => loss === 0)).toHaveLength(1);
      const { table, view, own } = welcome.state;
      expect(table.seats?.[welcome.seat ?? -1]).toMatchObject({ name: "Anna" });
      expect(view?.to_act).toBe(welcome.seat);
      expect(own?.hand).toHaveLength(preset === "choy" ? 4 : 3);
    }
  });
});

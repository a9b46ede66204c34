import { readFile } from "node:fs/promises";
import { load, type Game } from "schwimmen";
import { beforeAll, describe, expect, it } from "vitest";
import { puzzleScene } from "../device/puzzle-scene";
import { parsePuzzle, PRESETS, type Preset, type Puzzle } from "./puzzle";

const LINE = "Pabcdefgh 10 2,0 Y 61 ABCDEFGHIJKLMNOPQRSTUV 010255 ws 1620";

async function shipped(preset: Preset): Promise<Puzzle[]> {
  const text = await readFile(new URL(`./data/${preset}.txt`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => parsePuzzle(preset, line));
}

describe("a line", () => {
  it("becomes a puzzle", () => {
    expect(parsePuzzle("pagat", LINE)).toMatchObject({
      dealer: 1,
      leader: 0,
      scores: [2, 0],
      dealt: ["QS", "AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H"],
      actions: [24],
      value: 61,
      solvers: ["expert", "master"],
      themes: ["whichCard", "swimming"],
      rating: 1620,
    });
    expect(parsePuzzle("pagat", LINE).losses).toHaveLength(22);
    expect(() => parsePuzzle("pagat", "ABC 10")).toThrow("not a puzzle");
  });
});

describe("the shipped puzzles", () => {
  let game: Game;

  beforeAll(async () => {
    const read = (name: string) => readFile(new URL(`../../../js/${name}`, import.meta.url));
    const layout = JSON.parse(String(await read("layout.json"))) as object;
    game = await load({ module: new Uint8Array(await read("rules.wasm")), layout });
  });

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

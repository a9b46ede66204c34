import "fake-indexeddb/auto";
import { readFile } from "node:fs/promises";
import { load, type Game } from "schwimmen";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { isPlayable, puzzleScene } from "../device/puzzles/puzzle-scene";
import { OWN_PUZZLE } from "../device/puzzles/fixtures";
import { clearPuzzles, keepPuzzles, ownPuzzles } from "../device/puzzles/own-store";
import type { Puzzle, Situation } from "../device/puzzles/puzzle";
import { PuzzleSeries } from "./puzzles.svelte";

let game: Game;
/** Whether the engine runs. */
let running = true;
const engine = async () => (running ? Promise.resolve(game) : Promise.reject(new Error("none")));

vi.mock("../device/device", () => ({
  device: {
    puzzle: async (situation: Situation, own: string, names: string[]) =>
      puzzleScene(await engine(), situation, own, names),
    playable: async (puzzles: Puzzle[]) => {
      const rules = await engine();
      return puzzles.map((puzzle) => isPlayable(rules, puzzle));
    },
    puzzleHint: () => Promise.resolve(null),
  },
}));

const LINE = "Pabcdefgh 10 2,0 Y 61 ABCDEFGHIJKLMNOPQRSTUV 010255 ws 1620";
/** Pending answers of the server to requests for puzzles. */
let waiting: (() => void)[] = [];

beforeAll(async () => {
  const read = (name: string) => readFile(new URL(`../../../js/${name}`, import.meta.url));
  game = await load({ module: new Uint8Array(await read("rules.wasm")) });
  for (const name of ["requestAnimationFrame", "cancelAnimationFrame"])
    vi.stubGlobal(name, vi.fn());
  vi.stubGlobal(
    "fetch",
    () => new Promise((resolve) => waiting.push(() => resolve(new Response(LINE)))),
  );
});

afterEach(async () => {
  running = true;
  waiting = [];
  await clearPuzzles();
});

/** Answer all requests made until an action ends. */
async function answered(action: Promise<void>): Promise<void> {
  const timer = setInterval(() => waiting.splice(0).forEach((answer) => answer()));
  await action;
  clearInterval(timer);
}

const unplayable = { ...OWN_PUZZLE, id: "own other", preset: "other" as "pagat" };

describe("a series of puzzles", () => {
  it("deletes own ones that cannot be played and goes on", async () => {
    await keepPuzzles("match", [unplayable, OWN_PUZZLE], 1);
    const series = new PuzzleSeries("own");
    await series.start();
    expect([series.problem, series.puzzle?.id]).toEqual([null, OWN_PUZZLE.id]);
    for (let time = 0; time < 20; time++) await series.next();
    expect(series.puzzle?.id).toBe(OWN_PUZZLE.id);
  });

  it("has shipped ones once no own one is left", async () => {
    await keepPuzzles("match", [unplayable], 1);
    const series = new PuzzleSeries("own");
    await answered(series.start());
    expect([series.variant, series.hasOwn, series.puzzle?.preset]).toEqual([
      "pagat",
      false,
      "pagat",
    ]);
    expect(await ownPuzzles()).toEqual([]);
  });

  it("deletes none while the engine cannot be loaded", async () => {
    await keepPuzzles("match", [OWN_PUZZLE], 1);
    running = false;
    const series = new PuzzleSeries("own");
    await series.start();
    expect([series.problem, series.puzzle]).toEqual([new Error("none"), null]);
    running = true;
    await series.next();
    expect([series.problem, series.puzzle?.id]).toEqual([null, OWN_PUZZLE.id]);
  });

  it("has own ones that are found meanwhile", async () => {
    const series = new PuzzleSeries(null);
    await answered(series.start());
    expect(series.hasOwn).toBe(false);
    await keepPuzzles("match", [OWN_PUZZLE], 1);
    await answered(series.next());
    expect([series.hasOwn, series.puzzle?.preset]).toEqual([true, "pagat"]);
    await series.choose("own", null);
    expect(series.puzzle?.id).toBe(OWN_PUZZLE.id);
  });

  it("shows the variant chosen last, also if an earlier one arrives later", async () => {
    await keepPuzzles("match", [OWN_PUZZLE], 1);
    const series = new PuzzleSeries("own");
    await series.start();
    const slow = series.choose("dutch", null);
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    await series.choose("own", null);
    await answered(slow);
    expect([series.variant, series.puzzle?.id]).toEqual(["own", OWN_PUZZLE.id]);
  });
});

/** Comparison of the options shown on the page with those that matter to the engine. */
import { beforeAll, describe, expect, it } from "vitest";
import { EngineError, type Game, type Preset } from "schwimmen";
import type { Value } from "../api/wire";
import { loadGame } from "../device/fixtures";
import { setup, valuesOf } from "./fixtures";
import { isRelevant } from "./setup";

let game: Game;
beforeAll(async () => {
  game = await loadGame();
});

describe.each(setup.presets)("in $name", ({ name: preset }) => {
  it("an option is relevant if it applies, whatever other option is changed", () => {
    let games = 0;
    for (const changed of setup.options)
      for (const value of valuesOf(changed)) {
        const rules = rulesOf(preset, { [changed.name]: value });
        if (rules === null) continue;
        const relevant = setup.options.filter(({ name }) => isRelevant(setup, name, rules.options));
        expect(relevant.map(({ name }) => name).sort()).toEqual([...rules.applying].sort());
        games += 1;
      }
    expect(games).toBeGreaterThan(setup.options.length / 2);
  });
});

/** Return the rules of a game, or null if its options contradict each other. */
function rulesOf(preset: string, options: Record<string, Value>) {
  try {
    return game.rules(preset as Preset, options);
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

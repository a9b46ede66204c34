import { describe, expect, it } from "vitest";
import type { Setup } from "../api/wire";
import { firstForm, limits, playableLevels, request, resized, withPreset } from "./setup";

const int = (name: string, high: number) => ({
  name,
  kind: "int" as const,
  choices: null,
  low: 1,
  high,
  nullable: false,
});
const setup: Setup = {
  version: "0",
  presets: [
    { name: "pagat", options: { scoring: "lives", lives: 3, rounds: 10, max_players: 8 } },
    { name: "app", options: { scoring: "lives", lives: 3, rounds: 10, max_players: 2 } },
    { name: "choy", options: { scoring: "points", lives: 3, rounds: 10, max_players: 10 } },
  ],
  options: [int("lives", 1000), int("rounds", 1000)],
  levels: [
    { name: "random", available: true },
    { name: "club", available: false },
    { name: "greedy", available: true },
  ],
};

describe("the form of a new game", () => {
  it("offers only levels that can play", () => {
    expect(playableLevels(setup)).toEqual(["random", "greedy"]);
    expect(firstForm(setup, "Anna").levels).toEqual(["greedy", "greedy", "greedy"]);
  });

  it("takes over a preset's lives and its limit of players", () => {
    const changed = { ...firstForm(setup, "Anna"), lives: 7 };
    expect(withPreset(changed, setup, "app")).toMatchObject({
      preset: "app",
      lives: 3,
      levels: ["greedy"],
    });
  });

  it("seats more opponents like the last", () => {
    expect(resized(["random", "greedy"], 4)).toEqual(["random", "greedy", "greedy", "greedy"]);
    expect(resized(["random", "greedy"], 1)).toEqual(["random"]);
  });

  it("knows the limits of an option", () => {
    expect(limits(setup, "lives")).toEqual({ low: 1, high: 1000 });
  });
});

describe("the request", () => {
  const form = firstForm(setup, "  Anna ");

  it("names nothing but what differs from the preset", () => {
    expect(request(form, setup)).toEqual({
      preset: "pagat",
      options: {},
      name: "Anna",
      opponents: [{ level: "greedy" }, { level: "greedy" }, { level: "greedy" }],
    });
    expect(request({ ...form, lives: 5 }, setup).options).toEqual({ lives: 5 });
  });

  it("counts rounds, not lives, in a game for points", () => {
    const choy = withPreset(form, setup, "choy");
    expect(request({ ...choy, lives: 5, rounds: 4 }, setup).options).toEqual({ rounds: 4 });
  });
});

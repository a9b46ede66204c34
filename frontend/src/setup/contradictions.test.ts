import { describe, expect, it } from "vitest";
import type { Options } from "../api/wire";
import { setup } from "./fixtures";
import { defaultGame, fullOptions, withOption, type Game } from "./game";
import {
  repairByReset,
  repairsKeeping,
  type FindContradictions,
  type Pair,
} from "./contradictions";

/** A server with some of the contradictions of RULES.md. */
const found = (rules: Options): Pair[] => {
  const four = rules["hand_size"] === 4;
  const dutch = rules["close_effect"] === "until_one_open";
  const players = Number(rules["max_players"]) + 1;
  const cards = { A2: 52, A5: 40, A7: 32, A9: 24 }[String(rules["pack"])] ?? 0;
  const pairs: [boolean, Pair][] = [
    [rules["special"] === "grace" && !dutch, ["special", "close_effect"]],
    [rules["special"] === "grace" && rules["fire"] === true, ["special", "fire"]],
    [dutch && rules["close_timing"] === "end_of_turn", ["close_effect", "close_timing"]],
    [dutch && rules["pass"] === true, ["close_effect", "pass"]],
    [four && rules["three_of_a_kind"] === true, ["three_of_a_kind", "hand_size"]],
    [four && rules["fire"] === true, ["fire", "hand_size"]],
    [Number(rules["hand_size"]) * players > cards, ["pack", "max_players"]],
  ];
  return pairs.filter(([holds]) => holds).map(([, pair]) => pair);
};

/** One server names every pair, another only the first. */
const servers: [string, (pairs: Pair[]) => Pair[]][] = [
  ["all pairs", (pairs) => pairs],
  ["the first pair", (pairs) => pairs.slice(0, 1)],
];

describe.each(servers)("where the server names %s", (_, named) => {
  const ask: FindContradictions = (game) => Promise.resolve(named(found(fullOptions(setup, game))));
  const start = defaultGame(setup);

  const changes: [string, string | number, string[]][] = [
    ["hand_size", 4, ["three_of_a_kind", "fire", "pack"]],
    ["special", "grace", ["close_effect", "fire", "close_timing", "pass"]],
    ["pack", "A9", ["max_players"]],
  ];

  it.each(changes)("others yield to %s: %s", async (option, value, yielding) => {
    const game = withOption(setup, start, option, value);
    const repair = await repairsKeeping(setup, game, option, await ask(game), ask);
    expect(repair?.kind).toBe("others");
    expect(repair?.changed.toSorted()).toEqual(yielding.toSorted());
    const mended = repair?.game ?? start;
    expect(found(fullOptions(setup, mended))).toEqual([]);
    expect(fullOptions(setup, mended)[option]).toBe(value);
  });

  it("a number goes no further than it must", async () => {
    const game = withOption(setup, start, "pack", "A9");
    const repair = await repairsKeeping(setup, game, "pack", await ask(game), ask);
    expect(repair && fullOptions(setup, repair.game)["max_players"]).toBe(7);
  });

  it("what was changed goes back", async () => {
    const game = withOption(setup, withOption(setup, start, "lives", 5), "hand_size", 4);
    const repair = await repairByReset(game, "hand_size", ask);
    expect(repair?.game.options).toEqual({ lives: 5 });
  });
});

describe("no way out is offered", () => {
  const game: Game = withOption(setup, defaultGame(setup), "hand_size", 4);

  it("that the server would not take", async () => {
    const never: FindContradictions = () => Promise.resolve([["fire", "hand_size"]]);
    expect(
      await repairsKeeping(setup, game, "hand_size", [["fire", "hand_size"]], never),
    ).toBeNull();
    expect(await repairByReset(game, "hand_size", never)).toBeNull();
  });

  it("to what was never changed", async () => {
    expect(await repairByReset(game, "fire", () => Promise.resolve([]))).toBeNull();
  });

  it("between options that this server does not have", async () => {
    const strange: FindContradictions = () => Promise.resolve([["mulligan", "hand_size"]]);
    const pairs: Pair[] = [["mulligan", "hand_size"]];
    expect(await repairsKeeping(setup, game, "hand_size", pairs, strange)).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import type { Options } from "../api/wire";
import { setup } from "./fixtures";
import { defaultGame, fullOptions, withOption, type Game } from "./game";
import {
  repairByReset,
  repairByChangingOthers,
  type FindContradictions,
  type Pair,
} from "./contradictions";

/** Find some of the contradictions of RULES.md. */
const contradictionsOf = (rules: Options): Pair[] => {
  const four = rules["hand_size"] === 4;
  const dutch = rules["close_effect"] === "until_one_open";
  const players = Number(rules["max_players"]) + 1;
  const cards = { A2: 52, A5: 40, A6: 36, A7: 32, A9: 24 }[String(rules["pack"])] ?? 0;
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

/** Servers that report every pair, or only the first. */
const SERVERS: [string, (pairs: Pair[]) => Pair[]][] = [
  ["all pairs", (pairs) => pairs],
  ["the first pair", (pairs) => pairs.slice(0, 1)],
];

describe.each(SERVERS)("if the server reports %s", (_, reported) => {
  const find: FindContradictions = (game) =>
    Promise.resolve(reported(contradictionsOf(fullOptions(setup, game))));
  const start = defaultGame(setup);

  const changes: [string, string | number, string[]][] = [
    ["hand_size", 4, ["three_of_a_kind", "fire", "pack"]],
    ["special", "grace", ["close_effect", "fire", "close_timing", "pass"]],
    ["pack", "A9", ["max_players"]],
  ];

  it.each(changes)("other options yield to %s: %s", async (option, value, yielding) => {
    const game = withOption(setup, start, option, value);
    const repair = await repairByChangingOthers(setup, game, option, await find(game), find);
    expect(repair?.kind).toBe("others");
    expect(repair?.changed.toSorted()).toEqual(yielding.toSorted());
    const repaired = repair?.game ?? start;
    expect(contradictionsOf(fullOptions(setup, repaired))).toEqual([]);
    expect(fullOptions(setup, repaired)[option]).toBe(value);
  });

  it("a number changes no further than necessary", async () => {
    const game = withOption(setup, start, "pack", "A9");
    const repair = await repairByChangingOthers(setup, game, "pack", await find(game), find);
    expect(repair && fullOptions(setup, repair.game)["max_players"]).toBe(7);
  });

  it("a changed option is reset", async () => {
    const game = withOption(setup, withOption(setup, start, "lives", 5), "hand_size", 4);
    const repair = await repairByReset(game, "hand_size", find);
    expect(repair?.game.options).toEqual({ lives: 5 });
  });
});

describe("no repair is offered", () => {
  const game: Game = withOption(setup, defaultGame(setup), "hand_size", 4);

  it("that the server would reject", async () => {
    const reject: FindContradictions = () => Promise.resolve([["fire", "hand_size"]]);
    expect(
      await repairByChangingOthers(setup, game, "hand_size", [["fire", "hand_size"]], reject),
    ).toBeNull();
    expect(await repairByReset(game, "hand_size", reject)).toBeNull();
  });

  it("for an option that was never changed", async () => {
    expect(await repairByReset(game, "fire", () => Promise.resolve([]))).toBeNull();
  });

  it("for options that this server does not have", async () => {
    const unknown: FindContradictions = () => Promise.resolve([["mulligan", "hand_size"]]);
    const pairs: Pair[] = [["mulligan", "hand_size"]];
    expect(await repairByChangingOthers(setup, game, "hand_size", pairs, unknown)).toBeNull();
  });
});

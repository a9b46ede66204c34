import { describe, expect, it } from "vitest";
import type { RoundResult } from "../api/wire";
import { roundResult, view } from "../table/fixtures";
import { mainMoment, momentLength, momentsOf, roundMoments, MOMENT_KINDS } from "./moments";

const UNDER = { last_chance: "all" };
const CHICKEN = { close_effect: "until_one_open", last_chance: "all" };

const ended = (result: Partial<RoundResult>, parts: { over?: boolean; winners?: number[] } = {}) =>
  view({ phase: "over", to_act: null, result: roundResult(result), ...parts });
const named = (...args: Parameters<typeof roundMoments>) =>
  roundMoments(...args).map(({ kind, seat }) => `${kind} ${seat}`);

describe("the moments of a round", () => {
  it("are the fates of the players, the worst last", () => {
    const result = { lost: [1, 1, 1, 0], lives: [0, 2, 0, 0] };
    const status: RoundResult["status"] = ["out", "in", "swimming", "swimming"];
    expect(named(ended({ ...result, status }), UNDER)).toEqual([
      "life 1",
      "afloat 3",
      "swims 2",
      "under 0",
    ]);
    expect(named(ended({ ...result, status }), {})).toContain("out 0");
  });

  it("have the chicken in place of swimming, and nothing for staying afloat", () => {
    const swimming = ended({ lost: [1, 0], lives: [0, 0], status: ["swimming", "swimming"] });
    expect(named(swimming, CHICKEN)).toEqual(["chicken 0"]);
  });

  it("begin with the special hand that ended the round", () => {
    const lost = {
      lost: [1, null, 1, 0],
      status: ["in", null, "in", "in"] as RoundResult["status"],
    };
    expect(named(ended({ ...lost, end: "fire", by: 3 }), {})).toEqual([
      "fire 3",
      "life 0",
      "life 2",
    ]);
    expect(named(ended({ ...lost, end: "31", by: 3 }), {})[0]).toBe("best 3");
  });

  it("end with the victory, which says more than staying afloat", () => {
    const result = {
      lost: [1, 0],
      lives: [0, 0],
      status: ["out", "swimming"] as RoundResult["status"],
    };
    expect(named(ended(result, { over: true, winners: [1] }), UNDER)).toEqual(["under 0", "win 1"]);
  });

  it("are only special hands and the victory in a game for points", () => {
    const points = { lost: null, lives: null, status: null, points: [3, 0], totals: [3, 0] };
    expect(named(ended({ ...points, end: "31", by: 0 }, { over: true, winners: [0] }), {})).toEqual(
      ["best 0", "win 0"],
    );
  });

  it("are none in a round that does not count, and none before its end", () => {
    expect(named({ ...ended({}), replayed: true }, UNDER)).toEqual([]);
    expect(named(view(), UNDER)).toEqual([]);
  });
});

describe("the moments of a seat", () => {
  const moments = roundMoments(
    ended(
      { end: "fire", by: 3, status: ["swimming", null, "in", "in"] },
      { over: true, winners: [3] },
    ),
    UNDER,
  );

  it("are in order, and the last stands for the seat", () => {
    expect(momentsOf(moments, 3)).toEqual(["fire", "win"]);
    expect(mainMoment(moments, 3)).toBe("win");
    expect(mainMoment(moments, 0)).toBe("swims");
    expect(mainMoment(moments, 1)).toBeNull();
    expect(momentsOf(moments, null)).toEqual([]);
  });

  it("take one and a half seconds at most", () => {
    expect(Math.max(...MOMENT_KINDS.map(momentLength))).toBeLessThanOrEqual(1500);
  });
});

import { describe, expect, it } from "vitest";
import type { RoundEvent, TableEvent, View } from "../api/wire";
import { event, happening, roundResult, view } from "../table/fixtures";
import { buzzOf, soundsOf } from "./event-sounds";

const action = (seat: number, ...happenings: RoundEvent[]) => event({ seat, happenings });
const exchange = (seat: number, name = "9DxTH") =>
  action(seat, happening("exchange", { seat, action: name, given: ["9D"], taken: ["TH"] }));
const others = view({ to_act: 1 });
const sounds = (events: TableEvent[], now: View = others, wasMyTurn = false) =>
  soundsOf(events, now, { wasMyTurn }).map(({ sound }) => sound);

describe("what is heard", () => {
  it("is paper for a card and two knocks for closing", () => {
    expect(sounds([exchange(2)])).toEqual(["card"]);
    expect(sounds([exchange(2, "9DxTH!")])).toEqual(["card", "knock"]);
    expect(sounds([action(2, happening("close", { seat: 2 }))])).toEqual(["knock"]);
  });

  it("is the brass note when it becomes my turn, and only then", () => {
    const mine = view({ to_act: 0 });
    const pass = action(2, happening("pass", { seat: 2 }));
    expect(sounds([pass], mine)).toEqual(["turn"]);
    expect(sounds([pass], mine, true)).toEqual([]);
    expect(sounds([pass], others)).toEqual([]);
    expect(sounds([pass], view({ seat: null, to_act: 0 }))).toEqual([]);
  });

  it("is chips and water at the end of a round, the same sound once", () => {
    const result = roundResult({ lost: [1, null, 1, 0], status: ["swimming", null, "in", "in"] });
    const end = action(2, happening("end", { seat: 2, reason: "close" }));
    const now = view({ phase: "over", to_act: null, result });
    expect(sounds([end], now)).toEqual(["cards", "chip", "water"]);
    const won = { ...now, over: true, winners: [0] };
    expect(sounds([end], won).at(-1)).toBe("win");
    expect(sounds([end], { ...won, winners: [1] })).not.toContain("win");
  });

  it("is nothing of what is only looked up again", () => {
    expect(sounds([], view({ to_act: 0, over: true, winners: [0] }))).toEqual([]);
  });
});

describe("what is felt", () => {
  it("is one buzz for a move of mine, two for closing, none for others", () => {
    expect(buzzOf([exchange(0)], others)).toHaveLength(1);
    expect(buzzOf([exchange(0, "9DxTH!")], others)).toHaveLength(3);
    expect(buzzOf([exchange(2)], others)).toEqual([]);
    expect(buzzOf([exchange(0)], view({ seat: null }))).toEqual([]);
  });
});

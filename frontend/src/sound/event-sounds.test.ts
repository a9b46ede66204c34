import { describe, expect, it } from "vitest";
import type { RoundEvent, TableEvent, View } from "../api/wire";
import { event, happening, roundResult, view } from "../table/fixtures";
import { vibrationOf, soundsOf } from "./event-sounds";

const action = (seat: number, ...history: RoundEvent[]) => event({ seat, history });
const exchange = (seat: number, name = "9DxTH") =>
  action(seat, happening("exchange", { seat, action: name, given: ["9D"], taken: ["TH"] }));
const others = view({ to_act: 1 });
const sounds = (events: TableEvent[], now: View = others, wasMyTurn = false) =>
  soundsOf(events, now, { wasMyTurn }).map(({ sound }) => sound);

describe("sounds", () => {
  it("are paper for a card and two knocks for closing", () => {
    expect(sounds([exchange(2)])).toEqual(["card"]);
    expect(sounds([exchange(2, "9DxTH!")])).toEqual(["card", "knock"]);
    expect(sounds([action(2, happening("close", { seat: 2 }))])).toEqual(["knock"]);
  });

  it("are a brass note when the player's turn begins, and only then", () => {
    const myTurn = view({ to_act: 0 });
    const pass = action(2, happening("pass", { seat: 2 }));
    expect(sounds([pass], myTurn)).toEqual(["turn"]);
    expect(sounds([pass], myTurn, true)).toEqual([]);
    expect(sounds([pass], others)).toEqual([]);
    expect(sounds([pass], view({ seat: null, to_act: 0 }))).toEqual([]);
  });

  it("are chips and water at the end of a round, each once", () => {
    const result = roundResult({ lost: [1, null, 1, 0], status: ["swimming", null, "in", "in"] });
    const end = action(2, happening("end", { seat: 2, reason: "close" }));
    const now = view({ phase: "over", to_act: null, result });
    expect(sounds([end], now)).toEqual(["cards", "chip", "water"]);
    const won = { ...now, over: true, winners: [0] };
    expect(sounds([end], won).at(-1)).toBe("win");
    expect(sounds([end], { ...won, winners: [1] })).not.toContain("win");
  });

  it("are those of the moments: of anyone's special hand and end, of one's own rescue", () => {
    const sunk = roundResult({ lost: [0, null, 1, 0], status: ["swimming", null, "out", "in"] });
    const end = action(2, happening("end", { seat: 2, reason: "fire" }));
    const now = view({ phase: "over", to_act: null, result: { ...sunk, end: "fire" } });
    expect(sounds([end], now)).toEqual(["cards", "fire", "chip", "under", "afloat"]);
    expect(sounds([end], { ...now, seat: 3 })).not.toContain("afloat");
    expect(sounds([end], { ...now, result: { ...sunk, end: "31" } })).toContain("bell");
    expect(sounds([action(2, happening("pass", { seat: 2 }))], now)).not.toContain("fire");
  });

  it("are missing without events", () => {
    expect(sounds([], view({ to_act: 0, over: true, winners: [0] }))).toEqual([]);
  });
});

describe("vibration", () => {
  it("is one buzz for the player's move, two for closing, none for others' moves", () => {
    expect(vibrationOf([exchange(0)], others)).toHaveLength(1);
    expect(vibrationOf([exchange(0, "9DxTH!")], others)).toHaveLength(3);
    expect(vibrationOf([exchange(2)], others)).toEqual([]);
    expect(vibrationOf([exchange(0)], view({ seat: null }))).toEqual([]);
  });
});

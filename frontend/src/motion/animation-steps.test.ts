import { describe, expect, it } from "vitest";
import type { RoundEvent, TableEvent } from "../api/wire";
import { event, happening, roundResult, view } from "../table/fixtures";
import { animationSteps } from "./animation-steps";

const tableEvent = (type: TableEvent["type"], history: RoundEvent[]) => event({ type, history });
const kinds = (history: RoundEvent[], now = view()) =>
  animationSteps([tableEvent("action", history)], now).map((step) => step.kind);
const result = roundResult();

describe("the animation of an event", () => {
  it("deals a new round", () => {
    const dealt = happening("dealt", { seat: 2, cards: ["AC"] });
    expect(animationSteps([tableEvent("round", [dealt])], view())).toEqual([
      { kind: "deal", dealer: 2, own: 0, table: ["AC"] },
    ]);
  });

  it("shows an exchange, and a knock if it closes", () => {
    const exchange = { seat: 1, given: ["9D"], taken: ["TH"] };
    expect(kinds([happening("exchange", { ...exchange, action: "9DxTH" })])).toEqual(["exchange"]);
    expect(kinds([happening("exchange", { ...exchange, action: "9DxTH!" })])).toEqual([
      "exchange",
      "close",
    ]);
    const dutch = { ...exchange, action: "all", closes: true };
    expect(kinds([happening("exchange", dutch)])).toEqual(["exchange", "close"]);
  });

  it("shows new table cards after the last pass", () => {
    const table = happening("table", { cards: ["AC"], given: ["9D"], reason: "all_pass" });
    expect(
      animationSteps([tableEvent("action", [happening("pass", { seat: 1 }), table])], view()),
    ).toEqual([{ kind: "table", aside: ["9D"], cards: ["AC"] }]);
  });

  it("shows every hand at the end, from the closer's on, then chips and water", () => {
    const end = [happening("close", { seat: 2 }), happening("end", { seat: 2, reason: "close" })];
    expect(animationSteps([tableEvent("action", end)], view({ result }))).toEqual([
      { kind: "close", seat: 2 },
      { kind: "show", seats: [2, 3, 0] },
      { kind: "pay", seat: 0, chips: 1 },
      { kind: "swim", seat: 0 },
    ]);
  });

  it("shows only the end of several moves", () => {
    const pass = tableEvent("action", [happening("pass", { seat: 1 })]);
    const exchange = tableEvent("action", [
      happening("exchange", { seat: 2, action: "all", given: ["9D"], taken: ["TH"] }),
    ]);
    const end = tableEvent("action", [happening("end", { seat: 2, reason: "close" })]);
    expect(animationSteps([pass, exchange], view())).toEqual([]);
    expect(animationSteps([exchange, end], view({ result })).map((step) => step.kind)).toEqual([
      "show",
      "pay",
      "swim",
    ]);
  });

  it("is empty without events", () => {
    expect(animationSteps([], view({ result }))).toEqual([]);
  });
});

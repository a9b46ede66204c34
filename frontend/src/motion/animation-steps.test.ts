import { describe, expect, it } from "vitest";
import type { RoundEvent, TableEvent } from "../api/wire";
import { event, happening, roundResult, view } from "../table/fixtures";
import { actsOf } from "./animation-steps";

const told = (type: TableEvent["type"], happenings: RoundEvent[]) => event({ type, happenings });
const acts = (happenings: RoundEvent[], now = view()) =>
  actsOf([told("action", happenings)], now).map((act) => act.kind);
const result = roundResult();

describe("what is to be seen of an event", () => {
  it("is the deal of a new round", () => {
    const dealt = happening("dealt", { seat: 2, cards: ["AC"] });
    expect(actsOf([told("round", [dealt])], view())).toEqual([
      { kind: "deal", dealer: 2, mine: 0, table: ["AC"] },
    ]);
  });

  it("is an exchange, and the knock if it closes", () => {
    const exchange = { seat: 1, given: ["9D"], taken: ["TH"] };
    expect(acts([happening("exchange", { ...exchange, action: "9DxTH" })])).toEqual(["exchange"]);
    expect(acts([happening("exchange", { ...exchange, action: "9DxTH!" })])).toEqual([
      "exchange",
      "close",
    ]);
    const dutch = { ...exchange, action: "all", closes: true };
    expect(acts([happening("exchange", dutch)])).toEqual(["exchange", "close"]);
  });

  it("is a new table after the last pass", () => {
    const table = happening("table", { cards: ["AC"], given: ["9D"], reason: "all_pass" });
    expect(actsOf([told("action", [happening("pass", { seat: 1 }), table])], view())).toEqual([
      { kind: "table", aside: ["9D"], cards: ["AC"] },
    ]);
  });

  it("is at the end every hand, beginning with who ended it, then chips and water", () => {
    const end = [happening("close", { seat: 2 }), happening("end", { seat: 2, reason: "close" })];
    expect(actsOf([told("action", end)], view({ result }))).toEqual([
      { kind: "close", seat: 2 },
      { kind: "show", seats: [2, 3, 0] },
      { kind: "pay", seat: 0, chips: 1 },
      { kind: "swim", seat: 0 },
    ]);
  });

  it("is only where it led to, if much came at once", () => {
    const pass = told("action", [happening("pass", { seat: 1 })]);
    const exchange = told("action", [
      happening("exchange", { seat: 2, action: "all", given: ["9D"], taken: ["TH"] }),
    ]);
    const end = told("action", [happening("end", { seat: 2, reason: "close" })]);
    expect(actsOf([pass, exchange], view())).toEqual([]);
    expect(actsOf([exchange, end], view({ result })).map((act) => act.kind)).toEqual([
      "show",
      "pay",
      "swim",
    ]);
  });

  it("is nothing when nothing has happened", () => {
    expect(actsOf([], view({ result }))).toEqual([]);
  });
});

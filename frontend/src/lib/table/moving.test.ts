import { describe, expect, it } from "vitest";
import type { Happening } from "../api/wire";
import { happening } from "./fixtures";
import { origins } from "./moving";

const event = (happenings: Happening[]) => ({
  seq: 1,
  at: "",
  type: "action" as const,
  seat: null,
  action: null,
  round: 1,
  happenings,
});

describe("where cards come from", () => {
  it("is the seat for a card laid down, the talon for a new table", () => {
    const found = origins([
      event([happening("exchange", { seat: 2, given: ["9D"], taken: ["TH"] })]),
      event([happening("table", { cards: ["AC"], given: ["9D"], reason: "all_pass" })]),
    ]);
    expect(Object.fromEntries(found)).toEqual({ "9D": "seat-2", AC: "talon" });
  });
});

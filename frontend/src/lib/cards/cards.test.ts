import { describe, expect, it } from "vitest";
import { RANKS, SUITS, cardsOf, printed, rankOf, suitOf, writtenValue } from "./cards";
import { faceOf } from "./faces";

describe("cards", () => {
  it("are read as rank and suit", () => {
    expect([rankOf("TC"), suitOf("TC"), printed("T")]).toEqual(["T", "C", "10"]);
    expect(() => suitOf("10X")).toThrow("no card");
    expect(cardsOf("AC KC 7D")).toEqual(["AC", "KC", "7D"]);
  });

  it("have each a face, in both sizes", () => {
    for (const suit of SUITS) {
      for (const rank of RANKS) {
        expect(faceOf(`${rank}${suit}`, "plain")).not.toBe(faceOf(`${rank}${suit}`, "large"));
      }
    }
  });
});

describe("values", () => {
  it("are written as players write them", () => {
    expect([30.5, 31, -12, -0.5, 0].map(writtenValue)).toEqual(["30½", "31", "−12", "−0½", "0"]);
  });
});

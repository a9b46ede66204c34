import { describe, expect, it } from "vitest";
import { others, ringOf } from "./seat-layout";

describe("seating", () => {
  it("starts left of the player and goes round in turn order", () => {
    expect(others(4, 0)).toEqual([1, 2, 3]);
    expect(others(4, 2)).toEqual([3, 0, 1]);
  });

  it("shows a spectator every seat", () => {
    expect(others(3, null)).toEqual([0, 1, 2]);
  });

  describe.each(["narrow", "wide"] as const)("around a %s table", (shape) => {
    it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
      "keeps the order of %i seats, even on both sides",
      (n) => {
        const around = Array.from({ length: n }, (_, i) => i + 1);
        const { left, top, right } = ringOf(around, shape);
        expect([...left, ...top, ...right]).toEqual(around);
        expect(left.length).toBe(right.length);
        expect(top.length).toBeLessThanOrEqual(5);
        expect(left.length).toBeLessThanOrEqual(3);
      },
    );
  });
});

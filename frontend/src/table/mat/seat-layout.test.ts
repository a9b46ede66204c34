import { describe, expect, it } from "vitest";
import { otherSeats, seatRing } from "./seat-layout";

describe("the seat layout", () => {
  it("starts left of the player and follows the turn order", () => {
    expect(otherSeats(4, 0)).toEqual([1, 2, 3]);
    expect(otherSeats(4, 2)).toEqual([3, 0, 1]);
  });

  it("shows a spectator every seat", () => {
    expect(otherSeats(3, null)).toEqual([0, 1, 2]);
  });

  describe.each(["narrow", "wide"] as const)("around a %s table", (shape) => {
    it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
      "keeps the order of %i seats, with as many on both sides",
      (n) => {
        const around = Array.from({ length: n }, (_, i) => i + 1);
        const { left, top, right } = seatRing(around, shape);
        expect([...left, ...top, ...right]).toEqual(around);
        expect(left.length).toBe(right.length);
        expect(top.length).toBeLessThanOrEqual(5);
        expect(left.length).toBeLessThanOrEqual(3);
      },
    );
  });
});

import { describe, expect, it } from "vitest";
import { REACH, SLACK, aimOf, carried, moved, pressed, targetAt } from "./card-drag";

const box = (left: number, top: number) => ({ left, top, right: left + 50, bottom: top + 70 });
const table = [
  { card: "TH", box: box(0, 0) },
  { card: "8S", box: box(54, 0) },
];
const start = pressed(1, "given", "7D", { x: 30, y: 300 });

describe("dragging a card", () => {
  it("is a tap as long as the pointer hardly moves", () => {
    expect(moved(start, { x: 30 + SLACK, y: 300 }, table).by).toBeNull();
    expect(moved(start, { x: 30, y: 300 - SLACK - 1 }, table).by).toEqual({ x: 0, y: -SLACK - 1 });
  });

  it("stays a drag when it comes back to where it began", () => {
    const back = moved(moved(start, { x: 30, y: 200 }, table), { x: 30, y: 300 }, table);
    expect(back.by).toEqual({ x: 0, y: 0 });
    expect(back.over).toBeNull();
  });

  it("aims at the card below, from either side", () => {
    const over = moved(start, { x: 20, y: 30 }, table);
    expect(aimOf(over)).toEqual({ given: "7D", taken: "TH" });
    expect(carried(over)).toEqual({ given: "7D", taken: null });
    const fromTable = moved(pressed(1, "taken", "TH", { x: 0, y: 0 }), { x: 10, y: 20 }, [
      { card: "7D", box: box(0, 0) },
    ]);
    expect(aimOf(fromTable)).toEqual({ given: "7D", taken: "TH" });
  });

  it("lets go of a card once it has left it", () => {
    const over = moved(start, { x: 20, y: 30 }, table);
    expect(moved(over, { x: 20, y: 200 }, table).over).toBeNull();
  });

  it("does not move on once dropped", () => {
    const dropped = { ...moved(start, { x: 20, y: 30 }, table), dropped: true };
    expect(moved(dropped, { x: 300, y: 300 }, table)).toBe(dropped);
  });
});

describe("the card at a point", () => {
  it("is the nearer of two that are within reach", () => {
    expect(targetAt({ x: 51, y: 30 }, table)).toBe("TH");
    expect(targetAt({ x: 53, y: 30 }, table)).toBe("8S");
  });

  it("is none beyond their reach", () => {
    expect(targetAt({ x: 20, y: 70 + REACH }, table)).toBe("TH");
    expect(targetAt({ x: 20, y: 71 + REACH }, table)).toBeNull();
    expect(targetAt({ x: 20, y: 30 }, [])).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { nearest, type Box } from "./focus";

const box = (left: number, top: number, width = 50, height = 70): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

// Three table cards, three hand cards below them, and two columns of two buttons below those.
const cards = [0, 60, 120].map((x) => box(x, 0));
const hand = [0, 60, 120].map((x) => box(x, 100));
const buttons = [
  box(0, 200, 80, 40),
  box(0, 244, 80, 40),
  box(90, 200, 80, 40),
  box(90, 244, 80, 40),
];
const all = [...cards, ...hand, ...buttons];
const from = (index: number) => all[index] ?? box(0, 0);

describe("the nearest box above or below", () => {
  it("is the card above or below, then the buttons", () => {
    expect(nearest(from(1), all, "down")).toBe(4);
    expect(nearest(from(4), all, "up")).toBe(1);
    expect(nearest(from(3), all, "down")).toBe(6);
    expect(nearest(from(6), all, "down")).toBe(7);
    expect(nearest(from(8), all, "up")).toBe(5);
  });

  it("is null at the edge, and never a box beside", () => {
    expect(nearest(from(0), all, "up")).toBeNull();
    expect(nearest(from(9), all, "down")).toBeNull();
    expect(nearest(box(0, 0), [box(300, 40)], "down")).toBeNull();
  });
});

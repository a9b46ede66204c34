import { describe, expect, it } from "vitest";
import {
  DROP_REACH,
  TAP_SLOP,
  draggedCard,
  dragSelection,
  moveDrag,
  startDrag,
  targetAt,
} from "./card-drag";

const box = (left: number, top: number) => ({ left, top, right: left + 50, bottom: top + 70 });
const table = [
  { card: "TH", box: box(0, 0) },
  { card: "8S", box: box(54, 0) },
];
const start = startDrag(1, "given", "7D", { x: 30, y: 300 });

describe("dragging a card", () => {
  it("begins once the pointer has moved beyond a tap", () => {
    expect(moveDrag(start, { x: 30 + TAP_SLOP, y: 300 }, table).offset).toBeNull();
    expect(moveDrag(start, { x: 30, y: 300 - TAP_SLOP - 1 }, table).offset).toEqual({
      x: 0,
      y: -TAP_SLOP - 1,
    });
  });

  it("stays a drag when the pointer returns to its start", () => {
    const back = moveDrag(moveDrag(start, { x: 30, y: 200 }, table), { x: 30, y: 300 }, table);
    expect(back.offset).toEqual({ x: 0, y: 0 });
    expect(back.over).toBeNull();
  });

  it("selects the card below, from either side", () => {
    const over = moveDrag(start, { x: 20, y: 30 }, table);
    expect(dragSelection(over)).toEqual({ given: "7D", taken: "TH" });
    expect(draggedCard(over)).toEqual({ given: "7D", taken: null });
    const fromTable = moveDrag(startDrag(1, "taken", "TH", { x: 0, y: 0 }), { x: 10, y: 20 }, [
      { card: "7D", box: box(0, 0) },
    ]);
    expect(dragSelection(fromTable)).toEqual({ given: "7D", taken: "TH" });
  });

  it("deselects a card that it has left", () => {
    const over = moveDrag(start, { x: 20, y: 30 }, table);
    expect(moveDrag(over, { x: 20, y: 200 }, table).over).toBeNull();
  });

  it("does not move after the drop", () => {
    const dropped = { ...moveDrag(start, { x: 20, y: 30 }, table), dropped: true };
    expect(moveDrag(dropped, { x: 300, y: 300 }, table)).toBe(dropped);
  });
});

describe("the card at a point", () => {
  it("is the nearer of two that are within reach", () => {
    expect(targetAt({ x: 51, y: 30 }, table)).toBe("TH");
    expect(targetAt({ x: 53, y: 30 }, table)).toBe("8S");
  });

  it("is null beyond their reach", () => {
    expect(targetAt({ x: 20, y: 70 + DROP_REACH }, table)).toBe("TH");
    expect(targetAt({ x: 20, y: 71 + DROP_REACH }, table)).toBeNull();
    expect(targetAt({ x: 20, y: 30 }, [])).toBeNull();
  });
});

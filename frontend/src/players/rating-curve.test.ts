import { describe, expect, it } from "vitest";
import { curvePositions, ratingTicks } from "./rating-curve";

const rated = (...ratings: number[]) => ratings.map((rating) => ({ rating }));

describe("a rating curve", () => {
  it.each([
    [rated(1000), [1000, 1010]],
    [rated(1004, 1031, 1017), [1000, 1010, 1020, 1030, 1040]],
    [rated(990, 1250), [900, 1000, 1100, 1200, 1300]],
    [rated(-40, 30), [-40, -20, 0, 20, 40]],
  ])("has few round ratings around all points: %j", (points, ticks) => {
    expect(ratingTicks(points)).toEqual(ticks);
  });

  it("reaches from edge to edge, with the highest rating on top", () => {
    expect(curvePositions(rated(1000, 1040, 1020), 200, 100)).toEqual([
      { x: 0, y: 100 },
      { x: 100, y: 0 },
      { x: 200, y: 50 },
    ]);
    expect(curvePositions(rated(1005), 200, 100)).toEqual([{ x: 0, y: 50 }]);
  });
});

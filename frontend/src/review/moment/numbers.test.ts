import { expect, it } from "vitest";
import { reviewNumbers } from "./numbers";

it("writes chances in percent and their changes in points", () => {
  const { value, change, size } = reviewNumbers("en", false);
  expect(value(0.434)).toBe("43%");
  expect([change(0.0213), change(-0.2), change(0)]).toEqual(["+2.1", "−20", "0"]);
  expect([size(1), size(2.13), size(12.6)]).toEqual(["1.0", "2.1", "13"]);
});

it("writes points as points", () => {
  const { value, change } = reviewNumbers("de", true);
  expect([value(3.54), value(-12.4), change(-0.5)]).toEqual(["+3,5", "−12", "−0,5"]);
});

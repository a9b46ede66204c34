import { describe, expect, it } from "vitest";
import {
  accountSteps,
  limitOf,
  marksOf,
  notableError,
  notableRange,
  placesOf,
  roundStarts,
  turningPoints,
  verdictOf,
  wholeOf,
} from "./course";
import { decision, moments } from "../fixtures";

describe("the course of a match", () => {
  it("knows the round and the step of every moment", () => {
    const places = placesOf([{ actions: ["pass", "pass"] }, { actions: ["close"] }]);
    expect(places.map(({ round, step }) => [round, step])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [1, 2],
      [2, 0],
      [2, 1],
    ]);
    expect(roundStarts(places)).toEqual([1, 4]);
  });

  it("marks the graded decisions of one seat", () => {
    const course = moments([0.5], [0.5, 0.6, 0.4, 0.3]);
    course[1]!.decision = decision(0, "mistake");
    course[2]!.decision = decision(1, "blunder");
    course[3]!.decision = decision(0, null);
    expect(marksOf(course, 0)).toEqual([{ moment: 1, grade: "mistake" }]);
    expect(marksOf(course, 1)).toEqual([{ moment: 2, grade: "blunder" }]);
  });

  it("finds the turning points, in their order", () => {
    const course = moments([0.5], [0.5, 0.9, 0.88, 0.3], [0.3, 0.5]);
    expect(turningPoints(course, 2)).toEqual([2, 4]);
    expect(turningPoints(moments([0.5], [0.5]))).toEqual([]);
  });
});

describe("losses", () => {
  it("are graded by percentages of a match, or of twice the best hand", () => {
    expect(limitOf("mistake", wholeOf(false, 3))).toBe(4);
    expect(limitOf("blunder", wholeOf(true, 3))).toBeCloseTo(4.96);
  });

  it("decide the verdict on an answer", () => {
    const asked = decision(0, "mistake");
    const verdicts = asked.actions.map(({ action }) => verdictOf(action, asked, 100));
    expect(asked.actions.map(({ loss }) => loss)).toEqual([0, 1, 3, 6]);
    expect(verdicts).toEqual(["right", "right", "nearly", "wrong"]);
  });

  it("have an interval if it is wide", () => {
    expect(notableError(10, 0.5)).toBeNull();
    expect(notableError(1, 0.5)).toBeCloseTo(0.98);
    expect(notableError(0, 0.5)).toBeNull();
  });

  it("have a range if they depend on the play of others", () => {
    expect(decision(0, null).actions.map(notableRange)).toEqual([null, null, [1, 3], null]);
  });
});

it("an account goes from the chance before the match to the result", () => {
  const account = { before: 0.25, luck: 0.5, errors: -0.25, others: 0.5, result: 1 };
  const steps = accountSteps(account, 100);
  expect(steps.map(({ to }) => to)).toEqual([0.25, 0.75, 1.25, 1, 1]);
  for (const [place, { from }] of steps.slice(1, -1).entries()) expect(from).toBe(steps[place]?.to);
});

it("an account adds up in whole points", () => {
  const account = { before: 0.234, luck: -0.048, errors: -0.114, others: 0.124, result: 0.196 };
  const shown = accountSteps(account, 100).map(({ from, to }) => Math.round(100 * (to - from)));
  expect(shown).toEqual([23, 13, -5, -11, 20]);
  const lead = { before: 0, luck: 3.5, errors: 0, others: -13.1, result: -9.6 };
  expect(accountSteps(lead, 1).map(({ from, to }) => to - from)).toEqual([0, -13, 3, 0, -10]);
});

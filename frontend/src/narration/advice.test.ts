import type { Action, ReviewedAction } from "schwimmen";
import { describe, expect, it } from "vitest";
import { catalogues, en } from "../i18n/fixtures";
import { adviceTexts, outcomeText } from "./advice";

const PAGAT = { scoring: "lives", close_effect: "one_turn_each", fire_penalty: "all_others" };
const DUTCH = { ...PAGAT, close_effect: "until_one_open", losers: "lowest" };
const CHOY = { ...PAGAT, scoring: "points", close_effect: "immediate" };

const outcome = (action: string, parts: Partial<ReviewedAction> = {}): ReviewedAction => ({
  action: action as Action,
  value: 0.5,
  error: 0,
  loss: 0,
  lossError: 0,
  leastLoss: 0,
  mostLoss: 0,
  grade: null,
  handValue: 24,
  closes: false,
  ends: null,
  over: false,
  ...parts,
});

const closing = { closes: true, ends: "close" } as const;
const FIRE = outcome("8DxAH", { handValue: 32, ends: "fire", over: true });

describe("the outcome of an action", () => {
  const said = (one: ReviewedAction, options = PAGAT) => outcomeText(one, options, en);

  it("begins with the hand that it leaves", () => {
    expect(said(outcome("9HxTH", { handValue: 27 }))).toBe("[9H] for [TH]: that makes 27.");
    expect(said(outcome("9HxTH", { handValue: 30.5 }))).toBe(
      "[9H] for [TH]: that makes three of a kind (30½).",
    );
    expect(said(outcome("all"))).toBe("Exchange all: that makes 24.");
    expect(said(outcome("pass"))).toBe("Pass and keep 24.");
    expect(said(outcome("keep"))).toBe("Keep the hand, with 24.");
    expect(said(outcome("take", { handValue: null }))).toContain("nobody has seen");
    expect(said(outcome("renew", { handValue: null }))).toContain("new cards come");
  });

  it("says that three aces end the round, and what that costs", () => {
    const makes = "[8D] for [AH]: that makes three aces. That ends the round";
    expect(said(FIRE)).toBe(`${makes}, and everyone else loses a life.`);
    expect(said(FIRE, { ...PAGAT, fire_penalty: "lowest" })).toBe(
      `${makes}, and the lowest hand loses a life.`,
    );
    expect(said(FIRE, { ...CHOY, fire_penalty: "lowest" })).toBe(
      `${makes}, and the hands are scored.`,
    );
  });

  it("says that 31 ends the round, at once or after turns of grace", () => {
    const best = outcome("9HxTH", { handValue: 31, ends: "31", over: true });
    expect(said(best)).toContain("makes 31. That ends the round, and the lowest hand loses");
    const options = { ...PAGAT, losers: "all_but_best" };
    expect(said(best, options)).toContain("all but the best hand lose a life");
    expect(said({ ...best, over: false }, DUTCH)).toContain("no turn get one");
  });

  it("says what comes after a close", () => {
    expect(said(outcome("close", closing))).toBe(
      "Close with 24. Everyone else gets one more turn.",
    );
    expect(said(outcome("9HxTH!", { ...closing, handValue: 27 }))).toBe(
      "[9H] for [TH], and close with 27. Everyone else gets one more turn.",
    );
    expect(said(outcome("all!", closing))).toContain("Exchange all, and close with 24.");
    expect(said(outcome("all", { closes: true }), DUTCH)).toBe(
      "Exchange all, and close with 24. The others play on.",
    );
    expect(said(outcome("close", closing), DUTCH)).toContain("The last open player");
    expect(said(outcome("close", { ...closing, over: true }), CHOY)).toBe(
      "Close with 24. Then the hands are compared.",
    );
  });

  it("names what ends a round by the talon or by its length", () => {
    expect(said(outcome("pass", { ends: "talon", over: true }))).toBe(
      "Pass and keep 24. Then the hands are compared.",
    );
  });

  it("is a sentence in every language", () => {
    const others = (one: ReviewedAction) =>
      [catalogues.de, catalogues.nl].map((texts) => outcomeText(one, PAGAT, texts));
    expect(others(FIRE)).toEqual([
      "[8D] gegen [AH]: Das macht drei Asse. Damit endet die Runde, und alle anderen verlieren ein Leben.",
      "[8D] voor [AH]: dat is drie azen. Daarmee eindigt de ronde en verliezen alle anderen een leven.",
    ]);
    expect(others(outcome("9HxTH!", { ...closing, handValue: 30.5 }))).toEqual([
      "[9H] gegen [TH] und mit einem Drilling (30½) zumachen. Alle anderen haben noch einen Zug.",
      "[9H] voor [TH] en passen met drie gelijke (30½). Alle anderen krijgen nog één beurt.",
    ]);
  });
});

describe("advice on a decision", () => {
  const said = (names: string[], { worse = 1, onlyMove = false } = {}) => {
    const bad = Array.from({ length: worse }, () => outcome("renew", { loss: 9 }));
    const actions = [...names.map((name) => outcome(name)), ...bad];
    return adviceTexts({ actions, onlyMove }, PAGAT, en)[1];
  };

  it("names the actions that are as good, and counts the others", () => {
    expect(said(["pass"])).toBeUndefined();
    expect(said(["pass", "9HxTH!", "all"])).toBe(
      "Just as good: [9H] for [TH] and close, Exchange all.",
    );
    expect(said(["pass", "9HxTH", "9HxTC", "all", "close"])).toBe(
      "Just as good: [9H] for [TH], [9H] for [TC], Exchange all, Close.",
    );
    expect(said(["pass", "9HxTH", "9HxTC", "8HxTH", "all", "close"])).toBe(
      "Just as good: [9H] for [TH], [9H] for [TC], [8H] for [TH], 2 more.",
    );
  });

  it("says that all are as good, or that all others are mistakes", () => {
    expect(said(["pass", "9HxTH", "all"], { worse: 0 })).toBe(en.advice.allAsGood);
    expect(said(["keep", "take"], { worse: 0 })).toBe("Just as good: Take the extra hand.");
    expect(said(["pass"], { onlyMove: true })).toBe(en.advice.onlyMove);
  });

  it("is missing without actions", () => {
    expect(adviceTexts({ actions: [], onlyMove: false }, PAGAT, en)).toEqual([]);
  });
});

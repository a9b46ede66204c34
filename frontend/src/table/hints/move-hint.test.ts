import type { Action, Hint } from "schwimmen";
import { describe, expect, it } from "vitest";
import { catalogues, en } from "../../i18n/fixtures";
import { choice, view } from "../fixtures";
import { bestChoice, kindOf, moveHintTexts } from "./move-hint";

const decision = view({
  choices: [choice("9HxTH"), choice("7DxTH!"), choice("all"), choice("pass"), choice("close")],
});

/** Return a hint for actions with their losses, the best one first. */
const hint = (losses: Record<string, number>, parts: Partial<Hint> = {}): Hint => ({
  seat: 0,
  actions: Object.entries(losses).map(([action, loss]) => ({
    action: action as Action,
    value: 0.71 - loss / 100,
    error: 0.01,
    loss,
    lossError: 0.1,
    handValue: 24,
    closes: false,
    ends: null,
    over: false,
  })),
  onlyMove: false,
  reasons: [],
  ...parts,
});

const text = (found: Hint, scoring = "lives", language = "en", t = en) =>
  moveHintTexts(found, decision, { scoring }, language, t).join(" ");

describe("the hint for a move", () => {
  it("names the best action, the chance to win, and those of two others", () => {
    expect(text(hint({ "9HxTH": 0, pass: 4.21, close: 9, all: 12 }))).toBe(
      "Best move: [9H] for [TH] (chance to win: 71%). Pass: 67%. Close: 62%.",
    );
  });

  it("says that only one action is good, or that two are close", () => {
    expect(text(hint({ close: 0, pass: 8 }, { onlyMove: true }))).toBe(
      "Only move: Close (chance to win: 71%). Pass: 63%.",
    );
    expect(text(hint({ "7DxTH!": 0, all: 0 }))).toBe(
      "Close call: [7D] for [TH] and close (chance to win: 71%). Exchange all: just as good.",
    );
  });

  it("counts points in a game for points", () => {
    const found = hint({ pass: 0, close: 1.04 });
    found.actions[0]!.value = -2;
    found.actions[1]!.value = -3.04;
    expect(text(found, "points")).toBe(
      "Best move: Pass (expected lead: −2.0 points). Close: −3.0 points.",
    );
  });

  it("is written in every language", () => {
    const found = hint({ "7DxTH!": 0, pass: 4.21 });
    expect(text(found, "lives", "de", catalogues.de)).toBe(
      "Bester Zug: [7D] gegen [TH] und zumachen (Gewinnchance: 71\u00a0%). Schieben: 67\u00a0%.",
    );
    expect(text(found, "lives", "nl", catalogues.nl)).toBe(
      "Beste zet: [7D] voor [TH] en passen (winstkans: 71%). Overslaan: 67%.",
    );
  });

  it("marks the choice and the button of the best action", () => {
    const best = bestChoice(hint({ "7DxTH!": 0, pass: 1 }), decision);
    expect(best).toMatchObject({ given: ["7D"], taken: ["TH"] });
    expect(decision.choices.map(kindOf)).toEqual(["exchange", "exchange!", "all", "pass", "close"]);
    expect(bestChoice(hint({ renew: 0 }), decision)).toBeNull();
  });
});

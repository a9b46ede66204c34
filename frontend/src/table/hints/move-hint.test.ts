import type { Action, Hint } from "schwimmen";
import { describe, expect, it } from "vitest";
import { catalogues, en } from "../../i18n/fixtures";
import { choice, view } from "../fixtures";
import { bestChoice, kindOf, moveHintTexts } from "./move-hint";

const decision = view({
  choices: [choice("9HxTH"), choice("7DxTH!"), choice("all"), choice("pass"), choice("close")],
});

/** Return a hint for actions with their losses, the best one first. */
const hint = (losses: Record<string, number>): Hint => ({
  seat: 0,
  actions: Object.entries(losses).map(([action, loss]) => ({
    action: action as Action,
    value: 0.71 - loss / 100,
    error: 0.01,
    loss,
    lossError: 0.1,
    leastLoss: loss,
    mostLoss: loss,
    grade: null,
    handValue: 27,
    closes: false,
    ends: null,
    over: false,
  })),
  onlyMove: false,
  reasons: [],
});

const texts = (found: Hint, scoring = "lives", language = "en", t = en) =>
  moveHintTexts(found, { scoring }, language, t);

describe("the hint for a move", () => {
  it("says what the best action does before any number", () => {
    const { sentences } = texts(hint({ "9HxTH": 0, all: 0, pass: 4.21 }));
    expect(sentences).toEqual(["[9H] for [TH]: that makes 27.", "Just as good: Exchange all."]);
    expect(sentences.join(" ")).not.toContain("%");
  });

  it("has the chances of the best action and of two worse ones as numbers", () => {
    expect(texts(hint({ "9HxTH": 0, all: 0, pass: 4.21, close: 9, "7DxTH!": 12 })).numbers).toEqual(
      ["[9H] for [TH]: chance to win 71%. Pass: 67%. Close: 62%."],
    );
    expect(texts(hint({ pass: 0, close: 0 })).numbers).toEqual(["Pass: chance to win 71%."]);
  });

  it("counts points in a game for points", () => {
    const found = hint({ pass: 0, close: 1.04 });
    found.actions[0]!.value = -2;
    found.actions[1]!.value = -3.04;
    expect(texts(found, "points").numbers).toEqual([
      "Pass: expected lead −2.0 points. Close: −3.0.",
    ]);
  });

  it("has numbers in every language", () => {
    const found = hint({ "7DxTH!": 0, pass: 4.21 });
    expect(texts(found, "lives", "de", catalogues.de).numbers).toEqual([
      "[7D] gegen [TH] und zumachen: Gewinnchance 71\u00a0%. Schieben: 67\u00a0%.",
    ]);
    expect(texts(found, "lives", "nl", catalogues.nl).numbers).toEqual([
      "[7D] voor [TH] en passen: winstkans 71%. Overslaan: 67%.",
    ]);
  });

  it("marks the choice and the button of the best action", () => {
    const best = bestChoice(hint({ "7DxTH!": 0, pass: 1 }), decision);
    expect(best).toMatchObject({ given: ["7D"], taken: ["TH"] });
    expect(decision.choices.map(kindOf)).toEqual(["exchange", "exchange!", "all", "pass", "close"]);
    expect(bestChoice(hint({ renew: 0 }), decision)).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import {
  NO_SELECTION,
  actionColumns,
  actionOffer,
  keepAvailable,
  possibleExchanges,
  selectedExchange,
  toggleCard,
} from "./move-selection";
import { choice, view } from "../fixtures";

const choices = [
  choice("9HxTH", 10),
  choice("7DxTH", 19),
  choice("7Dx8S", 10),
  choice("7DxTH!", 19),
  choice("all", 15),
  choice("pass", 10),
];

describe("the selection", () => {
  it("takes two cards in either order, and drops one chosen twice", () => {
    const handFirst = toggleCard(toggleCard(NO_SELECTION, "given", "7D"), "taken", "TH");
    const tableFirst = toggleCard(toggleCard(NO_SELECTION, "taken", "TH"), "given", "7D");
    expect(handFirst).toEqual(tableFirst);
    expect(toggleCard(handFirst, "given", "7D")).toEqual({ given: null, taken: "TH" });
    expect(toggleCard(handFirst, "given", "9H")).toEqual({ given: "9H", taken: "TH" });
  });

  it("finds the exchange among the choices, with and without closing", () => {
    const selection = { given: "7D", taken: "TH" };
    expect(selectedExchange(choices, selection, false)?.action).toBe("7DxTH");
    expect(selectedExchange(choices, selection, true)?.action).toBe("7DxTH!");
    expect(selectedExchange(choices, { given: "9H", taken: "TH" }, true)).toBeNull();
    expect(selectedExchange(choices, { given: "7D", taken: null }, false)).toBeNull();
  });

  it("drops cards that are gone, and only those", () => {
    const selection = { given: "7D", taken: "TH" };
    expect(keepAvailable(selection, view())).toBe(selection);
    expect(keepAvailable(selection, view({ table: ["8S"] }))).toEqual({ given: "7D", taken: null });
  });

  it("has an exchange for each possible second card", () => {
    const withHandCard = possibleExchanges(choices, { given: "7D", taken: null });
    expect([...withHandCard].map(([card, { value }]) => [card, value])).toEqual([
      ["TH", 19],
      ["8S", 10],
    ]);
    const withTableCard = possibleExchanges(choices, { given: null, taken: "TH" });
    expect([...withTableCard.keys()]).toEqual(["9H", "7D"]);
    expect(possibleExchanges(choices, NO_SELECTION).size).toBe(0);
    expect(possibleExchanges(choices, { given: "7D", taken: "TH" }).size).toBe(0);
  });
});

describe("the offer of a button", () => {
  const refused = { close: "too_early", renew: "no_renew" };
  const ownTurn = view({ choices, refused });

  it("is the server's choice", () => {
    expect(actionOffer(ownTurn, "pass", NO_SELECTION).choice?.action).toBe("pass");
    expect(actionOffer(ownTurn, "exchange", { given: "9H", taken: "TH" }).choice?.action).toBe(
      "9HxTH",
    );
  });

  it("asks for a pair if only the cards are missing", () => {
    expect(actionOffer(ownTurn, "exchange", { given: "9H", taken: null }).refused).toBe("pair");
  });

  it("has the server's reason otherwise", () => {
    expect(actionOffer(ownTurn, "close", NO_SELECTION).refused).toBe("too_early");
    const otherTurn = view({ refused: { exchange: "not_your_turn" } });
    expect(actionOffer(otherTurn, "exchange", { given: "9H", taken: "TH" }).refused).toBe(
      "not_your_turn",
    );
    expect(actionOffer(view(), "take", NO_SELECTION).refused).toBe("other");
  });
});

describe("the action buttons", () => {
  const pagat = ["exchange", "exchange!", "all", "all!", "pass", "close"];
  const dutch = ["exchange", "all", "close"];

  it("are those of the variant, even when it is not the player's turn", () => {
    expect(actionColumns(view(), pagat)).toEqual([
      ["exchange", "exchange!"],
      ["all", "all!"],
      ["pass", "close"],
    ]);
    expect(actionColumns(view(), dutch)).toEqual([["exchange"], ["all"], ["close"]]);
    expect(actionColumns(view(), [...dutch, "pass"])).toEqual([
      ["exchange"],
      ["all"],
      ["pass"],
      ["close"],
    ]);
    expect(actionColumns(view(), ["exchange", "close", "renew"])).toEqual([
      ["exchange"],
      ["renew"],
      ["close"],
    ]);
    expect(actionColumns(view(), ["exchange", "exchange!", "close"])).toEqual([
      ["exchange", "exchange!"],
      ["close"],
    ]);
  });

  it("are keep and take for the dealer who chooses only", () => {
    const choosing = view({ phase: "choice", choices: [choice("keep"), choice("take")] });
    expect(actionColumns(choosing, pagat)).toEqual([["keep"], ["take"]]);
    expect(actionColumns(view({ phase: "choice" }), pagat)).toHaveLength(3);
  });
});

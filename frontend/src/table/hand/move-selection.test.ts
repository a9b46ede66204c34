import { describe, expect, it } from "vitest";
import { NO_AIM, aimed, offer, prospects, shownKinds, stillThere, toggled } from "./move-selection";
import { choice, view } from "../fixtures";

const choices = [
  choice("9HxTH", 10),
  choice("7DxTH", 19),
  choice("7Dx8S", 10),
  choice("7DxTH!", 19),
  choice("all", 15),
  choice("pass", 10),
];

describe("aiming", () => {
  it("takes the two cards in either order and lets go of one chosen twice", () => {
    const handFirst = toggled(toggled(NO_AIM, "given", "7D"), "taken", "TH");
    const tableFirst = toggled(toggled(NO_AIM, "taken", "TH"), "given", "7D");
    expect(handFirst).toEqual(tableFirst);
    expect(toggled(handFirst, "given", "7D")).toEqual({ given: null, taken: "TH" });
    expect(toggled(handFirst, "given", "9H")).toEqual({ given: "9H", taken: "TH" });
  });

  it("finds the exchange among the choices, with and without closing", () => {
    const aim = { given: "7D", taken: "TH" };
    expect(aimed(choices, aim, false)?.action).toBe("7DxTH");
    expect(aimed(choices, aim, true)?.action).toBe("7DxTH!");
    expect(aimed(choices, { given: "9H", taken: "TH" }, true)).toBeNull();
    expect(aimed(choices, { given: "7D", taken: null }, false)).toBeNull();
  });

  it("forgets cards that have gone, and only those", () => {
    const aim = { given: "7D", taken: "TH" };
    expect(stillThere(aim, view())).toBe(aim);
    expect(stillThere(aim, view({ table: ["8S"] }))).toEqual({ given: "7D", taken: null });
  });

  it("shows what each second card would make of the hand", () => {
    const withHandCard = prospects(choices, { given: "7D", taken: null });
    expect([...withHandCard].map(([card, { value }]) => [card, value])).toEqual([
      ["TH", 19],
      ["8S", 10],
    ]);
    const withTableCard = prospects(choices, { given: null, taken: "TH" });
    expect([...withTableCard.keys()]).toEqual(["9H", "7D"]);
    expect(prospects(choices, NO_AIM).size).toBe(0);
    expect(prospects(choices, { given: "7D", taken: "TH" }).size).toBe(0);
  });
});

describe("what a button offers", () => {
  const refused = { close: "too_early", renew: "no_renew" };
  const mine = view({ choices, refused });

  it("is the server's choice", () => {
    expect(offer(mine, "pass", NO_AIM).choice?.action).toBe("pass");
    expect(offer(mine, "exchange", { given: "9H", taken: "TH" }).choice?.action).toBe("9HxTH");
  });

  it("asks for a pair where only the cards are missing", () => {
    expect(offer(mine, "exchange", { given: "9H", taken: null }).refused).toBe("pair");
  });

  it("gives the server's reason otherwise", () => {
    expect(offer(mine, "close", NO_AIM).refused).toBe("too_early");
    const notMine = view({ refused: { exchange: "not_your_turn" } });
    expect(offer(notMine, "exchange", { given: "9H", taken: "TH" }).refused).toBe("not_your_turn");
    expect(offer(view(), "take", NO_AIM).refused).toBe("other");
  });
});

describe("the buttons", () => {
  const pagat = ["exchange", "exchange!", "all", "all!", "pass", "close"];
  const dutch = ["exchange", "all", "close"];

  it("are those of the variant, also when it is not the player's turn", () => {
    expect(shownKinds(view(), pagat)).toEqual([
      ["exchange", "exchange!"],
      ["all", "all!"],
      ["pass", "close"],
    ]);
    expect(shownKinds(view(), dutch)).toEqual([["exchange"], ["all"], ["close"]]);
    expect(shownKinds(view(), [...dutch, "pass"])).toEqual([
      ["exchange"],
      ["all"],
      ["pass"],
      ["close"],
    ]);
    expect(shownKinds(view(), ["exchange", "close", "renew"])).toEqual([
      ["exchange"],
      ["renew"],
      ["close"],
    ]);
    expect(shownKinds(view(), ["exchange", "exchange!", "close"])).toEqual([
      ["exchange", "exchange!"],
      ["close"],
    ]);
  });

  it("are keep and take for the dealer who chooses, and for nobody else", () => {
    const choosing = view({ phase: "choice", choices: [choice("keep"), choice("take")] });
    expect(shownKinds(choosing, pagat)).toEqual([["keep"], ["take"]]);
    expect(shownKinds(view({ phase: "choice" }), pagat)).toHaveLength(3);
  });
});

import { describe, expect, it } from "vitest";
import de from "virtual:texts/review/de";
import en from "virtual:texts/review/en";
import nl from "virtual:texts/review/nl";
import { doneText } from "./labels";

const you = { name: "Anna", you: true };
const ben = { name: "Ben", you: false };

describe("what a player has done", () => {
  it("is a sentence with a verb", () => {
    expect(doneText("keep", you, de)).toBe("Du hast deine Hand behalten.");
    expect(doneText("pass", ben, de)).toBe("Ben hat geschoben.");
    expect(doneText("all!", you, en)).toBe("You exchanged all and closed.");
    expect(doneText("take", ben, nl)).toBe("Ben heeft de tweede hand genomen.");
  });

  it("names the cards of an exchange", () => {
    expect(doneText("9DxTH", ben, de)).toBe("Ben hat [9D] gegen [TH] getauscht.");
    expect(doneText("9DxTH!", you, en)).toBe("You exchanged [9D] for [TH] and closed.");
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { LANGUAGES, showLanguage } from "../i18n";
import { catalogues } from "../i18n/fixtures";
import { CHOICES, settings } from "../storage/settings.svelte";
import {
  COURTS,
  RANKS,
  SUITS,
  courtLetter,
  parseCards,
  rankLabel,
  rankOf,
  suitOf,
  formatValue,
  keepPositions,
} from "./cards";
import { faceUrl } from "./face-images";
import { cardName } from "./card-names";
import { letterPath, suitColour } from "./court-letters";
import { suitIconPath } from "./suit-icons";

const CARDS = RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}`));

afterEach(async () => {
  Object.assign(settings, { cards: "french", letters: "usual", language: "system" });
  await showLanguage("en");
});

/** Show the page in a language. */
async function read(language: (typeof LANGUAGES)[number]) {
  settings.language = language;
  await showLanguage(language);
}

describe("cards", () => {
  it("are parsed as rank and suit", () => {
    expect([rankOf("TC"), suitOf("TC"), rankLabel("T")]).toEqual(["T", "C", "10"]);
    expect(() => suitOf("10X")).toThrow("invalid card");
    expect(parseCards("AC KC 7D")).toEqual(["AC", "KC", "7D"]);
  });
});

describe("a pack", () => {
  it.each(CHOICES.cards)("%s has a face for every card, on any screen", (pack) => {
    for (const style of ["plain", "large"] as const) {
      expect(new Set(CARDS.map((card) => faceUrl(card, style, pack))).size).toBe(CARDS.length);
    }
  });

  it("has its own face for every card that is drawn differently", () => {
    const packsOf = (card: string) =>
      new Set(CHOICES.cards.map((pack) => faceUrl(card, "plain", pack))).size;
    expect(["AC", "9S", "QH", "7D"].map(packsOf)).toEqual([3, 2, 2, 3]);
  });

  it.each(CHOICES.cards)("%s has four different signs", (pack) => {
    expect(new Set(SUITS.map((suit) => suitIconPath(suit, pack))).size).toBe(4);
  });

  it("names its cards in every language, and in their corners", () => {
    const { en, de, nl } = catalogues;
    const names = () => [...[en, de, nl].map((t) => cardName("QC", t)), rankLabel("Q")];
    expect(names()).toEqual(["queen of clubs", "Kreuz Dame", "klaveren vrouw", "Q"]);
    settings.cards = "german";
    expect(names()).toEqual(["ober of acorns", "Eichel Ober", "eikels ober", "O"]);
    settings.cards = "four-colour";
    expect(names()).toEqual(["queen of clubs", "Kreuz Dame", "klaveren vrouw", "Q"]);
  });

  it("has different names and corners for different cards", () => {
    for (const pack of CHOICES.cards) {
      settings.cards = pack;
      for (const t of Object.values(catalogues)) {
        const names = CARDS.map((card) => cardName(card, t));
        expect(new Set(names).size).toBe(CARDS.length);
      }
      expect(new Set(RANKS.map(rankLabel)).size).toBe(RANKS.length);
    }
  });
});

describe("the letters of court cards", () => {
  const letters = () => COURTS.map(courtLetter).join("");

  it.each([
    ["en", "JQK"],
    ["de", "BDK"],
    ["nl", "JQK"],
  ] as const)("are by default those usual in %s: %s", async (language, expected) => {
    await read(language);
    expect([letters(), ...COURTS.map(rankLabel)].join(" ")).toBe([expected, ...expected].join(" "));
    settings.cards = "german";
    expect(COURTS.map(rankLabel).join("")).toBe("UOK");
  });

  it.each([
    ["JQK", "JQK"],
    ["KDB", "BDK"],
    ["HVB", "BVH"],
  ] as const)("are those of the setting %s in every language", async (setting, expected) => {
    settings.letters = setting;
    for (const language of LANGUAGES) {
      await read(language);
      expect(letters()).toBe(expected);
      expect(RANKS.map(rankLabel)).toContain("10");
    }
  });

  it("are drawn, each differently", async () => {
    const drawn = new Map<string, string>();
    for (const setting of CHOICES.letters)
      for (const language of LANGUAGES) {
        await read(language);
        settings.letters = setting;
        COURTS.map(courtLetter).forEach((letter) => drawn.set(letter, letterPath(letter)));
      }
    expect([...drawn.keys()].toSorted().join("")).toBe("BDHJKQV");
    expect(new Set(drawn.values()).size).toBe(7);
    expect(() => letterPath("X")).toThrow("no drawing of the letter X");
  });

  it("have the colour of their suit", () => {
    expect(SUITS.map((suit) => suitColour(suit, "french"))).toEqual(
      ["black", "black", "red", "red"].map((colour) => `var(--suit-${colour})`),
    );
    expect(new Set(SUITS.map((suit) => suitColour(suit, "four-colour"))).size).toBe(4);
  });

  it("are not in the pictures", () => {
    for (const pack of ["french", "four-colour"] as const)
      for (const style of ["plain", "large"] as const) {
        const uses = (card: string) =>
          decodeURIComponent(faceUrl(card, style, pack)).match(/href="#V/g)?.length ?? 0;
        expect(["JC", "QH", "KD", "AS", "TC"].map(uses)).toEqual([0, 0, 0, 2, 2]);
      }
  });
});

describe("values", () => {
  it("are formatted as players write them", () => {
    expect([30.5, 31, -12, -0.5, 0].map(formatValue)).toEqual(["30½", "31", "−12", "−0½", "0"]);
  });
});

describe("the positions of cards", () => {
  it("stay the same when one card is exchanged", () => {
    expect(keepPositions(["KC", "9H", "7D"], ["AS", "KC", "7D"])).toEqual(["KC", "AS", "7D"]);
    expect(keepPositions(["KC", "9H", "7D"], ["KC", "9H", "7D"])).toEqual(["KC", "9H", "7D"]);
  });

  it("are in the server's order if all cards are new", () => {
    expect(keepPositions(["KC", "9H", "7D"], ["AS", "8S", "8D"])).toEqual(["AS", "8S", "8D"]);
    expect(keepPositions([], ["AS", "8S", "8D"])).toEqual(["AS", "8S", "8D"]);
    expect(keepPositions(["KC", "9H", "7D"], [])).toEqual([]);
  });

  it("always hold the current cards", () => {
    const pack = ["AS", "KC", "9H", "7D", "8S", "8D"];
    for (const first of pack)
      for (const second of pack)
        for (const third of pack) {
          const now = [...new Set([first, second, third])];
          expect(keepPositions(["KC", "9H", "7D"], now).toSorted()).toEqual(now.toSorted());
        }
  });
});

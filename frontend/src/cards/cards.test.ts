import { afterEach, describe, expect, it } from "vitest";
import { catalogues } from "../i18n";
import { CHOICES, settings } from "../settings/settings.svelte";
import {
  RANKS,
  SUITS,
  parseCards,
  rankLabel,
  rankOf,
  suitOf,
  formatValue,
  keepPositions,
} from "./cards";
import { faceUrl } from "./face-images";
import { suitIconPath } from "./suit-icons";

const CARDS = RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}`));

afterEach(() => {
  settings.cards = "french";
});

describe("cards", () => {
  it("are read as rank and suit", () => {
    expect([rankOf("TC"), suitOf("TC"), rankLabel("T")]).toEqual(["T", "C", "10"]);
    expect(() => suitOf("10X")).toThrow("no card");
    expect(parseCards("AC KC 7D")).toEqual(["AC", "KC", "7D"]);
  });
});

describe("a pack", () => {
  it.each(CHOICES.cards)("%s has a face of its own for every card, on any screen", (pack) => {
    for (const style of ["plain", "large"] as const) {
      expect(new Set(CARDS.map((card) => faceUrl(card, style, pack))).size).toBe(CARDS.length);
    }
  });

  it("has a face of its own for every card that is drawn otherwise", () => {
    const packsOf = (card: string) =>
      new Set(CHOICES.cards.map((pack) => faceUrl(card, "plain", pack))).size;
    expect(["AC", "9S", "QH", "7D"].map(packsOf)).toEqual([3, 2, 2, 3]);
  });

  it.each(CHOICES.cards)("%s has four different signs", (pack) => {
    expect(new Set(SUITS.map((suit) => suitIconPath(suit, pack))).size).toBe(4);
  });

  it("names its cards in every language, and in their corners", () => {
    const { en, de, nl } = catalogues;
    const names = () => [en.card("Q", "C"), de.card("Q", "C"), nl.card("Q", "C"), rankLabel("Q")];
    expect(names()).toEqual(["queen of clubs", "Kreuz Dame", "klaveren vrouw", "Q"]);
    settings.cards = "german";
    expect(names()).toEqual(["ober of acorns", "Eichel Ober", "eikels ober", "O"]);
    settings.cards = "four-colour";
    expect(names()).toEqual(["queen of clubs", "Kreuz Dame", "klaveren vrouw", "Q"]);
  });

  it("leaves no two cards with one name or one corner", () => {
    for (const pack of CHOICES.cards) {
      settings.cards = pack;
      for (const t of Object.values(catalogues)) {
        const names = RANKS.flatMap((rank) => SUITS.map((suit) => t.card(rank, suit)));
        expect(new Set(names).size).toBe(CARDS.length);
      }
      expect(new Set(RANKS.map(rankLabel)).size).toBe(RANKS.length);
    }
  });
});

describe("values", () => {
  it("are written as players write them", () => {
    expect([30.5, 31, -12, -0.5, 0].map(formatValue)).toEqual(["30½", "31", "−12", "−0½", "0"]);
  });
});

describe("cards on the table", () => {
  it("stay where they are when one is exchanged", () => {
    expect(keepPositions(["KC", "9H", "7D"], ["AS", "KC", "7D"])).toEqual(["KC", "AS", "7D"]);
    expect(keepPositions(["KC", "9H", "7D"], ["KC", "9H", "7D"])).toEqual(["KC", "9H", "7D"]);
  });

  it("lie in the order they come in when all are new", () => {
    expect(keepPositions(["KC", "9H", "7D"], ["AS", "8S", "8D"])).toEqual(["AS", "8S", "8D"]);
    expect(keepPositions([], ["AS", "8S", "8D"])).toEqual(["AS", "8S", "8D"]);
    expect(keepPositions(["KC", "9H", "7D"], [])).toEqual([]);
  });

  it("are always those of now", () => {
    const pack = ["AS", "KC", "9H", "7D", "8S", "8D"];
    for (const first of pack)
      for (const second of pack)
        for (const third of pack) {
          const now = [...new Set([first, second, third])];
          expect(keepPositions(["KC", "9H", "7D"], now).toSorted()).toEqual(now.toSorted());
        }
  });
});

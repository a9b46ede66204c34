import { afterEach, describe, expect, it } from "vitest";
import { catalogues } from "../i18n";
import { CHOICES, settings } from "../settings.svelte";
import { RANKS, SUITS, cardsOf, printed, rankOf, suitOf, writtenValue } from "./cards";
import { faceOf } from "./faces";
import { iconOf } from "./icons";

const CARDS = RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}`));

afterEach(() => {
  settings.cards = "french";
});

describe("cards", () => {
  it("are read as rank and suit", () => {
    expect([rankOf("TC"), suitOf("TC"), printed("T")]).toEqual(["T", "C", "10"]);
    expect(() => suitOf("10X")).toThrow("no card");
    expect(cardsOf("AC KC 7D")).toEqual(["AC", "KC", "7D"]);
  });
});

describe("a pack", () => {
  it.each(CHOICES.cards)("%s has a face of its own for every card, on any screen", (pack) => {
    for (const style of ["plain", "large"] as const) {
      expect(new Set(CARDS.map((card) => faceOf(card, style, pack))).size).toBe(CARDS.length);
    }
  });

  it("has a face of its own for every card that is drawn otherwise", () => {
    const packsOf = (card: string) =>
      new Set(CHOICES.cards.map((pack) => faceOf(card, "plain", pack))).size;
    expect(["AC", "9S", "QH", "7D"].map(packsOf)).toEqual([3, 2, 2, 3]);
  });

  it.each(CHOICES.cards)("%s has four different signs", (pack) => {
    expect(new Set(SUITS.map((suit) => iconOf(suit, pack))).size).toBe(4);
  });

  it("names its cards in every language, and in their corners", () => {
    const { en, de, nl } = catalogues;
    const names = () => [en.card("Q", "C"), de.card("Q", "C"), nl.card("Q", "C"), printed("Q")];
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
      expect(new Set(RANKS.map(printed)).size).toBe(RANKS.length);
    }
  });
});

describe("values", () => {
  it("are written as players write them", () => {
    expect([30.5, 31, -12, -0.5, 0].map(writtenValue)).toEqual(["30½", "31", "−12", "−0½", "0"]);
  });
});

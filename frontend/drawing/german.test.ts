import { describe, expect, it } from "vitest";
import { germanFace } from "./german.ts";
import { RANKS, SUITS } from "../src/cards/cards";

const CARDS = RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit}`));

/** Return the positions and sizes of a card's signs; the last two are in the corners. */
const signs = (svg: string) =>
  [...svg.matchAll(/<use href="#s" transform="translate\(\S+ (\S+)\).*?scale\((\S+)\)"/g)]
    .slice(0, -2)
    .map(([, y, size]) => ({ y: Number(y), size: Number(size) }));

describe("a German face", () => {
  it.each(CARDS)("%s is a small picture of its own", (card) => {
    const svg = germanFace(card, false);
    expect(svg).toMatch(/^<svg .*<\/svg>$/);
    expect(svg).not.toMatch(/NaN|undefined/);
    expect(svg.length).toBeLessThan(6000);
    expect(CARDS.filter((other) => germanFace(other, false) === svg)).toEqual([card]);
  });

  it("shows as many signs as it counts, and two large ones on the deuce", () => {
    for (const suit of SUITS) {
      for (const [i, rank] of RANKS.slice(0, 9).entries())
        expect(signs(germanFace(`${rank}${suit}`, true))).toHaveLength(i + 2);
      const [two, deuce] = ["2", "A"].map((rank) => signs(germanFace(`${rank}${suit}`, true)));
      expect(deuce).toHaveLength(2);
      expect(deuce?.[0]?.size).toBeGreaterThan((two?.[0]?.size ?? 0) * 1.5);
    }
  });

  it("has the sign high for the ober and low for the unter", () => {
    for (const suit of SUITS) {
      const [ober, unter] = ["Q", "J"].map((rank) => signs(germanFace(`${rank}${suit}`, false)));
      expect(ober?.[0]?.y).toBeLessThan((unter?.[0]?.y ?? 0) - 60);
    }
  });

  it("throws for an invalid card", () => {
    expect(() => germanFace("1X", false)).toThrow("invalid card");
  });
});

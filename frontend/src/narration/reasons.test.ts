import { describe, expect, it } from "vitest";
import deReview from "virtual:texts/review/de";
import enReview from "virtual:texts/review/en";
import nlReview from "virtual:texts/review/nl";
import type { Reason } from "schwimmen";
import type { Options } from "../api/wire";
import { de, en, nl } from "../i18n/fixtures";
import { reasonText } from "./reasons";
import type { PlayersAndRules } from "./text-context";

const ENGLISH = [enReview, en] as const;
const GERMAN = [deReview, de] as const;
const DUTCH = [nlReview, nl] as const;

const PLAYERS = [
  { name: "Anna", you: true },
  { name: "Ben", you: false },
] as const;
const at: PlayersAndRules = {
  playerName: (seat: number) => PLAYERS[seat as 0 | 1],
  info: null,
};
const reason = (code: Reason["code"], numbers: Reason["numbers"], more: Partial<Reason> = {}) => ({
  code,
  share: 0.8,
  seat: 1,
  cards: [],
  numbers,
  ...more,
});
const ALL: Reason[] = [
  reason("better_hand", { value: 30.5, otherValue: 20, beaten: 0.914, otherBeaten: 0.38 }),
  reason("special_hand", { value: 31, otherValue: 20 }, { seat: null }),
  reason("strong_hand", { value: 27, beaten: 0.71 }),
  reason("weak_hand", { value: 19, beaten: 0.38 }),
  reason("kept_hand", { value: 25, beaten: 0.84 }, { seat: null }),
  reason("poor_deal", { value: 14, beaten: 0.2 }, { seat: null }),
  reason("left_cards", { probability: 0.62 }, { cards: ["AH"] }),
  reason("outs", { outs: 7, otherOuts: 1, value: 20 }, { seat: null }),
  reason("fewer_turns", { turns: 1, otherTurns: 2.41 }, { seat: null }),
  reason("new_table", { probability: 0.6 }, { seat: null }),
  reason("no_new_table", { probability: 0.6 }, { seat: null }),
  reason("weak_opponent", { value: 14.7, usualValue: 18, lowest: 0.43 }),
  reason("strong_opponent", { value: 26.2, usualValue: 18 }),
  reason("known_cards", {}, { cards: ["KS", "QS"] }),
  reason("lives", { own: 0, fewest: 0, most: 2 }, { seat: null }),
];

describe("a reason", () => {
  it("is a sentence in every language", () => {
    expect(ALL.map(({ code }) => code)).toEqual(Object.keys(enReview.reasons));
    for (const texts of [ENGLISH, GERMAN, DUTCH])
      for (const one of ALL) expect(reasonText(one, at, ...texts)).toMatch(/^[^{}]*[^ ]\.$/);
  });

  it("has its numbers as the language writes them", () => {
    const [better, , , , , , , , turns] = ALL;
    if (!better || !turns) throw new Error("no reasons");
    expect(reasonText(better, at, ...ENGLISH)).toBe(
      "The hand is then worth 30½ instead of 20: it beats 91% of what Ben may have, not 38%.",
    );
    expect(reasonText(turns, at, ...GERMAN)).toBe(
      "Die anderen haben noch je einen Zug; sonst haben sie im Schnitt noch je 2,4 Züge und verbessern sich.",
    );
    expect(reasonText(turns, at, ...DUTCH)).toContain("elk nog één beurt; anders");
  });

  it("leaves out a comparison that shows no difference", () => {
    const numbers = { value: 25, otherValue: 24, beaten: 0.501, otherBeaten: 0.499 };
    expect(reasonText(reason("better_hand", numbers), at, ...ENGLISH)).toBe(
      "The hand is then worth 25 instead of 24.",
    );
  });

  it("addresses the reader", () => {
    const cards: Partial<Reason> = { cards: ["AH", "KH"], seat: 0 };
    expect(reasonText(reason("left_cards", { probability: 0.5 }, cards), at, ...ENGLISH)).toBe(
      "Otherwise [AH] and [KH] are on the table, and in 50% of cases you take one of them.",
    );
    expect(reasonText(reason("left_cards", { probability: 0.5 }, cards), at, ...GERMAN)).toContain(
      "in 50\u00a0% der Fälle nimmst du eine davon",
    );
  });

  it("says how probable something is only if it is not certain", () => {
    const table = (probability: number) => reason("new_table", { probability });
    expect(reasonText(table(0.6), at, ...ENGLISH)).toBe(
      "New table cards help; they come in 60% of cases.",
    );
    expect(reasonText(table(1), at, ...ENGLISH)).toBe("New table cards help.");
  });

  it("counts cards", () => {
    const outs = (n: number) => reason("outs", { outs: n, otherOuts: 0, value: 20 });
    expect(reasonText(outs(1), at, ...ENGLISH)).toBe(
      "It can still improve: 1 unseen card makes the hand worth more than 20.",
    );
    expect(reasonText(outs(4), at, ...GERMAN)).toContain(
      "4 verdeckte Karten verbessern sie auf mehr als 20",
    );
  });

  it("compares the cards that improve a hand with those after the other move", () => {
    const outs = (otherOuts: number) => reason("outs", { outs: 5, otherOuts, value: 20 });
    expect(reasonText(outs(1), at, ...ENGLISH)).toBe(
      "5 unseen cards make the hand worth more than 20; after the other move 1 does.",
    );
    expect(reasonText(outs(4), at, ...GERMAN)).toBe(
      "5 verdeckte Karten verbessern die Hand dann auf mehr als 20, nach dem anderen Zug wären es 4.",
    );
  });

  it("mentions the lowest hand only if it loses the round", () => {
    const weak = reason("weak_opponent", { value: 14.7, usualValue: 18, lowest: 0.43 });
    const under = (options: Options) => ({ ...at, info: { rules: { all: options } } });
    const opening = "Going by the play, Ben has about 15, less than a random hand (18)";
    expect(reasonText(weak, at, ...ENGLISH)).toBe(`${opening}, and is lowest in 43% of cases.`);
    const others: Options[] = [{ losers: "all_but_best" }, { scoring: "points" }];
    for (const options of others)
      expect(reasonText(weak, under(options), ...ENGLISH)).toBe(`${opening}.`);
  });
});

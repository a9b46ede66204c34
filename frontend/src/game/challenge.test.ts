import { describe, expect, it } from "vitest";
import {
  compareResults,
  compareWithoutLuck,
  readChallenge,
  writeChallenge,
  type Challenge,
} from "./challenge";
import { setup } from "./fixtures";

const BY = { name: "Änne 😀", place: 2, rounds: 9, left: 0, hints: 0, withoutLuck: -0.1234 };
const CHALLENGE: Challenge = {
  rulesVersion: "1",
  game: {
    preset: "pagat",
    options: { lives: 5, pass: false },
    opponents: [
      { name: "Berta", level: "club" },
      { name: "Karl", level: "master" },
    ],
  },
  seed: "00112233445566778899aabbccddeeff",
  by: BY,
  answer: null,
};
const READ = { ...CHALLENGE, by: { ...BY, withoutLuck: -0.123 } };

/** Return the text of other content with a valid checksum. */
const edited = (change: Partial<Challenge>) => writeChallenge({ ...CHALLENGE, ...change });
const withGame = (game: Partial<Challenge["game"]>) =>
  edited({ game: { ...CHALLENGE.game, ...game } });
const withBy = (by: Partial<Challenge["by"]>) => edited({ by: { ...BY, ...by } });

describe("a challenge", () => {
  it("is read as it was written, with an answer or without", () => {
    expect(readChallenge(setup, writeChallenge(CHALLENGE))).toEqual(READ);
    const answer = { ...BY, name: "Otto", place: 1, left: 3, hints: 2, withoutLuck: 0.5 };
    expect(readChallenge(setup, edited({ answer }))).toEqual({ ...READ, answer });
  });

  it("fits into a link that can be sent and scanned", () => {
    expect(writeChallenge(CHALLENGE).length).toBeLessThan(330);
    expect(writeChallenge(CHALLENGE)).toMatch(/^[\w.-]+[0-9a-f]$/);
  });

  it("is damaged if a character is missing or changed", () => {
    const text = writeChallenge(CHALLENGE);
    for (let place = 0; place < text.length; place++) {
      const [before, after] = [text.slice(0, place), text.slice(place + 1)];
      for (const other of [before + after, `${before}${text[place] === "A" ? "B" : "A"}${after}`])
        expect(readChallenge(setup, other)).toBe("damaged");
    }
  });

  it.each([
    ["nothing", ""],
    ["another text", "hello"],
    ["a text that is too long", `1.${"A".repeat(5000)}.000000`],
    ["a seed that is none", edited({ seed: "12" })],
    ["no bots", withGame({ opponents: [] })],
    [
      "too many bots",
      withGame({ opponents: Array.from({ length: 12 }, () => ({ name: "A", level: "club" })) }),
    ],
    ["a bot without a name", withGame({ opponents: [{ name: " ", level: "club" }] })],
    ["a place that does not exist", withBy({ place: 4 })],
    ["half a round", withBy({ rounds: 1.5 })],
    ["a number that is none", withBy({ withoutLuck: Number.NaN })],
    ["a name that reorders other text", withBy({ name: "a\u202eb" })],
  ])("is damaged with %s", (_, text) => {
    expect(readChallenge(setup, text)).toBe("damaged");
  });

  it.each([
    ["a format", writeChallenge(CHALLENGE).replace(/^1/, "2")],
    ["an option", withGame({ options: { jokers: 3 } })],
    ["a value of an option", withGame({ options: { lives: "many" } })],
    ["a variant", withGame({ preset: "poker" })],
    ["a level", withGame({ opponents: [{ name: "Berta", level: "grandmaster" }] })],
  ])("is of another version with %s unknown here", (_, text) => {
    expect(readChallenge(setup, text)).toBe("version");
  });
});

describe("two results", () => {
  it("are compared by place, and then by what is left", () => {
    expect(compareResults({ ...BY, place: 1 }, BY)).toBeGreaterThan(0);
    expect(compareResults({ ...BY, place: 3, left: 5 }, BY)).toBeLessThan(0);
    expect(compareResults({ ...BY, left: 1 }, BY)).toBeGreaterThan(0);
    expect(compareResults(BY, BY)).toBe(0);
  });

  it("are equal without luck if they look so", () => {
    const [one, other] = [0.604, 0.596].map((withoutLuck) => ({ ...BY, withoutLuck }));
    expect(compareWithoutLuck(one!, other!, false)).toBe(0);
    expect(compareWithoutLuck({ ...BY, withoutLuck: 0.61 }, other!, false)).toBeGreaterThan(0);
    expect(compareWithoutLuck({ ...BY, withoutLuck: 7.4 }, { ...BY, withoutLuck: 6.9 }, true)).toBe(
      0,
    );
  });
});

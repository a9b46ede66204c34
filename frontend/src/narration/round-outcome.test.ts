import { describe, expect, it } from "vitest";
import type { RoundResult } from "../api/wire";
import type { Catalogue } from "../i18n";
import { catalogues } from "../i18n/fixtures";
import { de } from "../i18n/fixtures";
import { en } from "../i18n/fixtures";
import { nl } from "../i18n/fixtures";
import { roundResult } from "../table/fixtures";
import { seatFate, loserTexts, roundOutcome } from "./round-outcome";
import type { RulesTextContext } from "./text-context";

const names = ["Anna", "Berta", "Karl", "Dora"];
const setting = (
  options: Record<string, string>,
  you = 0,
): RulesTextContext & { seat: number } => ({
  seat: you,
  info: { rules: { all: options } },
  playerName: (seat) => ({ name: names[seat] ?? "", you: seat === you }),
  best: "31",
});
const ALL = { last_chance: "all" };
const DUTCH = { last_chance: "first", close_effect: "until_one_open" };

type Loss = [lost: number | null, status: "in" | "swimming" | "out" | null];
const result = (...losses: Loss[]): RoundResult =>
  roundResult({ lost: losses.map(([lost]) => lost), status: losses.map(([, status]) => status) });
const shown = (r: RoundResult, options: Record<string, string> = ALL, t: Catalogue = en) => {
  const outcome = roundOutcome(r, false, setting(options), t);
  return outcome && [outcome.headline, ...outcome.others];
};

describe("the outcome of a round", () => {
  it("begins with the player's own fate", () => {
    expect(shown(result([0, "in"], [1, "in"]))).toEqual(["You are safe.", "Berta loses a life."]);
    expect(shown(result([1, "in"], [0, "in"]))).toEqual(["You lose a life."]);
    expect(shown(result([2, "in"], [0, "in"]))).toEqual(["You lose 2 lives."]);
    expect(shown(result([1, "swimming"], [0, "in"]))).toEqual(["You swim."]);
  });

  it("mentions no lives to a player who is out", () => {
    const drowned = result([1, "out"], [0, "in"]);
    expect(shown(drowned)).toEqual(["You are out."]);
    expect(shown(drowned, ALL, de)).toEqual(["Du bist raus."]);
    expect(shown(drowned, ALL, nl)).toEqual(["Je bent uit."]);
  });

  it("says that swimmers go under, and other players are out", () => {
    const out = result([0, "in"], [1, "out"]);
    expect(shown(out)).toEqual(["You are safe.", "Berta goes under."]);
    expect(shown(out, { last_chance: "none" })).toEqual(["You are safe.", "Berta is out."]);
    expect(shown(out, DUTCH)).toEqual(["You are safe.", "Berta is out."]);
    expect(shown(result([1, "swimming"], [0, "in"]), DUTCH)).toEqual(["You take the chicken."]);
  });

  it("puts the worst first, and shared outcomes into one sentence", () => {
    const both = result([0, "in"], [1, "in"], [1, "out"], [1, "in"]);
    expect(shown(both)).toEqual([
      "You are safe.",
      "Karl goes under.",
      "Berta and Dora lose a life each.",
    ]);
    const together = result([1, "out"], [1, "out"], [0, "in"], [2, "swimming"]);
    expect(loserTexts(together, setting(ALL), en)).toEqual([
      "Berta and you go under.",
      "Dora swims.",
    ]);
    expect(shown(together)).toEqual(["You are out.", "Berta goes under.", "Dora swims."]);
  });

  it("names the only player who is spared", () => {
    const fire = result([0, "in"], [1, "in"], [1, "in"], [1, "in"]);
    expect(shown(fire)).toEqual(["You are safe.", "Everyone but you loses a life."]);
  });

  it("is the worst fate for a player who was out before", () => {
    const later = result([null, null], [1, "in"], [1, "out"]);
    expect(shown(later)).toEqual(["Karl goes under.", "Berta loses a life."]);
  });

  it("may be that no player lost, or that the round does not count", () => {
    const nobody = result([0, "in"], [0, "in"]);
    expect(shown(nobody)).toEqual(["Nobody loses a life."]);
    expect(roundOutcome(nobody, true, setting(ALL), en)?.headline).toBe(en.showdown.notCounted);
  });

  it("says by which rule no player loses", () => {
    const nobody = result([0, "in"], [0, "in"]);
    const best = setting({ ...ALL, losers: "all_but_best" });
    const of = (parts: Partial<RoundResult>) =>
      roundOutcome({ ...nobody, ...parts }, false, best, en);
    expect(of({})).toMatchObject({ others: [en.showdown.allTied], rule: "R36" });
    expect(of({ end: "31" })).toMatchObject({ others: [], rule: null });
    expect(roundOutcome(nobody, true, best, en)?.rule).toBe("R24");
  });

  it("is null in a game for points", () => {
    expect(shown(roundResult({ lost: null, status: null, points: [5, -5] }))).toBeNull();
  });

  it("has a text in every language for every fate", () => {
    for (const t of Object.values<Catalogue>(catalogues)) {
      for (const options of [ALL, DUTCH, { last_chance: "none" }]) {
        for (const status of ["swimming", "out"] as const) {
          const words = loserTexts(
            result([1, status], [1, status], [0, "in"]),
            setting(options),
            t,
          );
          expect(words).toHaveLength(1);
          expect(words[0]).toMatch(/Berta.*\.$/);
          expect(seatFate(status, options)).not.toBeNull();
        }
      }
    }
  });
});

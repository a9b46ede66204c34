import { describe, expect, it } from "vitest";
import type { Loss } from "../api/wire";
import type { Catalogue } from "../i18n";
import { catalogues } from "../i18n/fixtures";
import { en } from "../i18n/fixtures";
import { roundResult } from "../table/fixtures";
import { commonReason, lossReasonTexts, lossReasons, lossReasonText } from "./loss-reasons";
import type { TextContext } from "./text-context";

const names = ["Anna", "Karl", "Emma"];
const at: TextContext = {
  playerName: (seat) => ({ name: names[seat] ?? "", you: seat === 0 }),
  best: "31",
};

const result = roundResult({
  hands: ["KH QH 7C", "KC TC 9D", "QC JC 8H"],
  values: [20, 20, 30.5],
  suits: ["H", "C", null],
  lost: [1, 1, 0],
  lives: null,
  status: null,
});

const loss = (parts: Partial<Loss>): Loss => ({
  seat: 1,
  amount: 1,
  rule: "R17",
  reason: "worst",
  against: 2,
  decided: "value",
  ...parts,
});
const why = (parts: Partial<Loss>, others: Loss[] = [], t: Catalogue = en) => {
  const one = loss(parts);
  return lossReasonText(one, [one, ...others], result, at, t);
};

describe("the reason for a loss", () => {
  it("is the worst hand, with its value", () => {
    expect(why({})).toBe("The worst hand: 20 in clubs.");
    expect(why({ against: null, decided: null })).toBe("The worst hand: 20 in clubs.");
  });

  it("names the tie-break between two hands", () => {
    expect(why({ against: 0, decided: "suit" })).toBe("As much as you, but hearts beat clubs.");
    expect(why({ decided: "trips_rank" })).toMatch(/^Three of a kind like Emma’s/);
    expect(why({ decided: "high_card" })).toBe(
      "As much in clubs as Emma, but with the lower top card.",
    );
  });

  it("names all players tied for worst", () => {
    const tied = { reason: "tied_worst", decided: "tie" } as const;
    expect(why(tied, [loss({ ...tied, seat: 0 }), loss({ ...tied, seat: 2 })])).toBe(
      "20 in clubs, tied with Emma and you: everyone tied for worst loses.",
    );
  });

  it("names the rule about a tie with the closer", () => {
    const tied = { rule: "R35", decided: "tie" } as const;
    const closed = loss({ ...tied, seat: 0, reason: "closer_in_tie" });
    expect(why({ ...tied, reason: "spared", amount: 0 }, [closed])).toBe(
      "20 in clubs, tied with you, but only the closer loses.",
    );
    expect(why(closed, [loss({ ...tied, reason: "spared", amount: 0 })])).toBe(
      "20 in hearts, tied with Karl: in a tie only the closer loses.",
    );
    const open = loss({ ...tied, seat: 0, reason: "tied_with_closer" });
    expect(why({ ...tied, reason: "spared", amount: 0 }, [open])).toBe(
      "20 in clubs, tied with you, but the closer is safe.",
    );
    expect(why(open, [loss({ ...tied, reason: "spared", amount: 0 })])).toBe(
      "20 in hearts, tied with Karl: in a tie the closer is safe.",
    );
  });

  it("names the best hand if all others lose", () => {
    const best = { rule: "R36", reason: "not_best" } as const;
    expect(why({ ...best, against: 0 })).toBe(
      "You have the best hand (20 in hearts): everyone with less loses.",
    );
    expect(why({ ...best, against: 0, decided: "suit" })).toBe(
      "As much as you, but hearts beat clubs.",
    );
  });

  it("names the holder of a special hand", () => {
    expect(why({ reason: "fire" })).toBe("Emma has fire: everyone else loses.");
    expect(why({ reason: "dealt_31", against: 0 })).toMatch(/^You were dealt 31/);
    expect(why({ reason: "dealt_fire", amount: 2 })).toMatch(/two lives/);
    expect(why({ reason: "dealt_fire", amount: 1 })).toMatch(/a hand of 31 loses only one/);
  });

  it("gives the difference in a game for points", () => {
    expect(why({ reason: "difference", amount: 10.5 })).toBe(
      "20 against Emma’s 30½: the difference is 10½.",
    );
  });

  it("is null if the other player is missing", () => {
    expect(why({ reason: "fire", against: null })).toBeNull();
  });

  it("has a text in every language", () => {
    const reasons = ["worst", "tied_worst", "fire", "dealt_31", "dealt_fire", "closer"] as const;
    const ofHouseRules = ["closer_in_tie", "tied_with_closer", "spared", "not_best"] as const;
    for (const t of Object.values<Catalogue>(catalogues)) {
      for (const reason of [...reasons, ...ofHouseRules, "difference" as const]) {
        const decided = ["value", "trips_rank", "suit", "high_card", "tie", null] as const;
        for (const by of decided) expect(why({ reason, decided: by }, [], t)).toMatch(/\.$/);
      }
    }
  });
});

describe("the reasons of a round", () => {
  const fire = [0, 1].map((seat) => loss({ seat, rule: "R18", reason: "fire", against: 2 }));
  const round = { result, losses: fire, replayed: false };

  it("are one for each loss, with its rule", () => {
    const reasons = lossReasons({ ...round, losses: [loss({ seat: 0 }), loss({})] }, at, en);
    expect(reasons.map(({ seat, rule }) => [seat, rule])).toEqual([
      [0, "R17"],
      [1, "R17"],
    ]);
    expect(commonReason(reasons)).toBeNull();
    expect(lossReasonTexts(reasons, at)).toEqual([
      "Anna: The worst hand: 20 in hearts.",
      "Karl: The worst hand: 20 in clubs.",
    ]);
  });

  it("are given once if all losers share one", () => {
    const reasons = lossReasons(round, at, en);
    expect(commonReason(reasons)?.rule).toBe("R18");
    expect(lossReasonTexts(reasons, at)).toEqual(["Emma has fire: everyone else loses."]);
    expect(commonReason(reasons.slice(1))).toBeNull();
  });

  it("are given once beside those of single losers", () => {
    const closer = loss({ seat: 1, rule: "R20", reason: "closer" });
    const reasons = lossReasons({ ...round, losses: [...fire, closer] }, at, en);
    expect(commonReason(reasons)?.rule).toBe("R18");
    expect(lossReasonTexts(reasons, at)).toEqual([
      "Emma has fire: everyone else loses.",
      "Karl: Closed without the best hand: one more life.",
    ]);
  });

  it("are empty if the round does not count", () => {
    expect(lossReasons({ ...round, replayed: true }, at, en)).toEqual([]);
    expect(lossReasons({ ...round, result: null }, at, en)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { catalogues } from "../i18n/fixtures";
import type { FaultCode } from "./fairness-record.ts";
import type { Verdict } from "./verify.ts";
import { groupDigits, verdictLines } from "./verdict-text.ts";

const players = ["Ann", "Bo", "Cy"];
const fair = {
  fair: true,
  seal: "4671aa93ac23",
  seats: [0, 2],
  attempts: 1,
  rounds: 2,
  shuffles: 1,
} satisfies Verdict;
const en = catalogues.en.fairness;
const lines = (verdict: Verdict, seen = false) =>
  verdictLines(verdict, players, seen, catalogues.en);

describe("the lines of a verdict", () => {
  it("name the players whose seeds were mixed in, and the deals that follow from the seeds", () => {
    const [headline, ...rest] = lines(fair);
    expect(headline).toEqual({ kind: "good", text: en.fair });
    expect(rest.map(({ text }) => text)).toEqual([
      en.committed,
      "Mixed in: the seeds of Ann and Cy.",
      "The first dealer, 2 packs and 1 later shuffle follow from the seeds.",
      en.compare,
    ]);
  });

  it("ask to compare the seal only if this device did not", () => {
    const last = (seen: boolean) => lines({ ...fair, seats: [] }, seen).at(-1);
    expect(last(true)).toEqual({ kind: "good", text: en.seen });
    expect(last(false)).toEqual({ kind: "note", text: en.compare });
  });

  it("note when no player's seed was mixed in, and when a player did not reveal", () => {
    const found = lines({ ...fair, seats: [], attempts: 2 });
    expect(found).toContainEqual({ kind: "note", text: en.unmixed });
    expect(found).toContainEqual({ kind: "note", text: en.attempts({ n: 1 }) });
  });

  const faults: [FaultCode, RegExp][] = [
    ["none", /contains no seeds/],
    ["version", /does not know/],
    ["malformed", /“rules”/],
    ["unpublished", /when the match is over/],
    ["forgotten", /has been deleted/],
    ["server_seed", /server.*attempt 5/],
    ["player_seed", /Cy.*attempt 5/],
    ["attempts", /Attempt 5/],
    ["seal", /not the one/],
    ["dealer", /first dealer/],
    ["pack", /Round 3: the pack/],
    ["shuffle", /Round 3: shuffle 4/],
  ];

  it.each(faults)("describe the fault %s and its place", (code, expected) => {
    const fault = { fair: false, code, attempt: 5, seat: 2, round: 3, shuffle: 4 } as const;
    const [headline, line] = lines({ ...fault, key: "rules" });
    expect(line?.text).toMatch(expected);
    const inconclusive = ["none", "version", "malformed", "unpublished", "forgotten"].includes(
      code,
    );
    expect(headline.kind).toBe(inconclusive ? "note" : "bad");
  });

  it("group the digits of a seal by four", () => {
    expect(groupDigits("4671aa93ac23")).toBe("4671 aa93 ac23");
  });
});

import { describe, expect, it } from "vitest";
import { catalogues } from "../i18n";
import type { FaultCode } from "./fairness-record.ts";
import type { Verdict } from "./verify.ts";
import { inFours, linesOf } from "./verdict-text.ts";

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
const words = (verdict: Verdict, seen = false) => linesOf(verdict, players, seen, catalogues.en);

describe("what the check says", () => {
  it("names whose seeds were mixed in, and what follows from them", () => {
    const lines = words(fair);
    const [headline, ...rest] = lines;
    expect(headline).toEqual({ kind: "good", text: en.fair });
    expect(rest.map(({ text }) => text)).toEqual([
      en.committed,
      "Mixed in: the seeds of Ann and Cy.",
      "What follows from the seeds: the first dealer, 2 packs and 1 later shuffle.",
      en.compare,
    ]);
  });

  it("asks to compare the seal only where this device did not", () => {
    const last = (seen: boolean) => words({ ...fair, seats: [] }, seen).at(-1);
    expect(last(true)).toEqual({ kind: "good", text: en.seen });
    expect(last(false)).toEqual({ kind: "note", text: en.compare });
  });

  it("says when nobody's seed is in it, and when somebody did not reveal", () => {
    const lines = words({ ...fair, seats: [], attempts: 2 });
    expect(lines).toContainEqual({ kind: "note", text: en.unmixed });
    expect(lines).toContainEqual({ kind: "note", text: en.attempts(2) });
  });

  const faults: [FaultCode, RegExp][] = [
    ["none", /nothing of its seeds/],
    ["version", /does not know/],
    ["malformed", /“rules”/],
    ["unpublished", /when the match is over/],
    ["forgotten", /has been forgotten/],
    ["server_seed", /server.*attempt 5/],
    ["player_seed", /Cy.*attempt 5/],
    ["attempts", /Attempt 5/],
    ["seal", /not the one/],
    ["dealer", /first dealer/],
    ["pack", /Round 3: the pack/],
    ["shuffle", /Round 3: shuffle 4/],
  ];

  it.each(faults)("tells the fault %s, and where", (code, told) => {
    const fault = { fair: false, code, attempt: 5, seat: 2, round: 3, shuffle: 4 } as const;
    const [headline, line] = words({ ...fault, key: "rules" });
    expect(line?.text).toMatch(told);
    const unknown = ["none", "version", "malformed", "unpublished", "forgotten"].includes(code);
    expect(headline.kind).toBe(unknown ? "note" : "bad");
  });

  it("writes a seal so that it can be read out", () => {
    expect(inFours("4671aa93ac23")).toBe("4671 aa93 ac23");
  });
});

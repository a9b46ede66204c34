import { describe, expect, it } from "vitest";
import { Draws, matchKey, playerCommitment, sealOf, serverCommitment } from "./fair.ts";
import { promise, reveal } from "./promise.ts";
import { changed, vectors } from "./vectors.ts";
import { verify } from "./verify.ts";

const upTo = (n: number) => [...Array(n).keys()];

describe("the algorithm, as in Python", () => {
  it.each(vectors.commitments)("binds the server to $table, $preset", ({ commitment, ...one }) => {
    expect(serverCommitment(one, one.attempt, one.seed)).toBe(commitment);
    const turned = Object.fromEntries(Object.entries(one.options).reverse());
    expect(serverCommitment({ ...one, options: turned }, one.attempt, one.seed)).toBe(commitment);
  });

  it("mixes all seeds into one key", () => {
    const { server, players, seal, seed, key } = vectors.agreement;
    for (const { seat, seed, commitment } of players)
      expect(playerCommitment(server, seat, seed)).toBe(commitment);
    expect(
      sealOf(
        server,
        players.map(({ seat, commitment }) => [seat, commitment]),
      ),
    ).toBe(seal);
    expect(
      matchKey(
        seal,
        seed,
        players.map(({ seat, seed }) => [seat, seed]),
      ),
    ).toBe(key);
  });

  it("draws the same dealers, packs and shuffles", () => {
    const { key, dealer, packs, shuffles } = vectors.draws;
    for (const [n, drawn] of dealer) expect(new Draws(key, "dealer").below(n)).toBe(drawn);
    for (const [round, n, order] of packs)
      expect(new Draws(key, `pack ${round}`).shuffled(upTo(n))).toEqual(order);
    for (const [round, number, n, order] of shuffles)
      expect(new Draws(key, `shuffle ${round} ${number}`).shuffled(upTo(n))).toEqual(order);
  });
});

describe("the verdict, as in Python", () => {
  it.each(vectors.verdicts)("$what", ({ of, changes, fair, unfair, malformed }) => {
    const expected = fair
      ? { fair: true, ...fair }
      : { fair: false, ...(unfair ?? { code: "malformed", key: malformed }) };
    expect(verify(changed(of, changes))).toEqual(expected);
  });

  it.each([null, 3, "{}", [], { fairness: { version: "schwimmen-fair/1" } }])(
    "of %j, which is no record, is no more than that",
    (data) => expect(verify(data)).toMatchObject({ fair: false, code: "malformed" }),
  );

  it.each([
    [["rules"], "rules"],
    [["players"], "players"],
    [["dealer"], "dealer"],
    [["rounds"], "rounds"],
    [["rounds", 0], "rounds[0]"],
    [["rounds", 0, "pack"], "rounds[0].pack"],
    [["rounds", 0, "shuffles", 0], "rounds[0].shuffles[0]"],
  ])("names the key %j that has no value", (path, key) => {
    expect(verify(changed("choy", [[path, null]]))).toEqual({
      fair: false,
      code: "malformed",
      key,
    });
  });

  it.each(["7C 7C", "7C 1C", "7C  8C", ""])("reads no cards from %j", (pack) => {
    const record = changed("solo", [[["rounds", 0, "pack"], pack]]);
    expect(verify(record)).toMatchObject({ code: "malformed", key: "rounds[0].pack" });
  });

  it("takes no pack of fewer cards than are drawn", () => {
    const pack = (vectors.records["solo"] as { rounds: { pack: string }[] }).rounds[0]!.pack;
    const record = changed("solo", [[["rounds", 0, "pack"], pack.slice(3)]]);
    expect(verify(record)).toEqual({ fair: false, code: "pack", round: 1 });
  });

  it("holds the record against the seal that was seen before the match", () => {
    const record = vectors.records["choy"];
    expect(verify(record, vectors.agreement.seal)).toMatchObject({ fair: true });
    expect(verify(record, "0".repeat(64))).toEqual({ fair: false, code: "seal" });
    const early = changed("choy", [[["fairness", "attempts", 1, "seed"], null]]);
    expect(verify(early, "0".repeat(64))).toMatchObject({ code: "seal" });
    expect(verify(early, vectors.agreement.seal)).toMatchObject({ code: "unpublished" });
  });
});

describe("a browser's promise", () => {
  const server = vectors.agreement.server;
  const other = [0, "1".repeat(64)] as const;

  it("is a new seed every time, of 32 bytes", () => {
    const [one, next] = [promise(server, 2), promise(server, 2)];
    expect(one.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(next.seed).not.toBe(one.seed);
    expect(one.commitment).toBe(playerCommitment(server, 2, one.seed));
  });

  it("is kept where the list holds it, and gives the seal of that list", () => {
    const kept = promise(server, 2);
    const list = [other, [2, kept.commitment]] as const;
    expect(reveal(kept, server, list)).toEqual({ seed: kept.seed, seal: sealOf(server, list) });
  });

  it("reveals nothing under another commitment, at another seat, or where it is left out", () => {
    const kept = promise(server, 2);
    const own = [2, kept.commitment] as const;
    expect(() => reveal(kept, "2".repeat(64), [other, own])).toThrow(/committed/);
    expect(() =>
      reveal(kept, server, [
        [1, kept.commitment],
        [2, other[1]],
      ]),
    ).toThrow(/committed/);
    expect(() => reveal(kept, server, [other])).toThrow(/committed/);
  });
});

import { describe, expect, it } from "vitest";
import { Draws } from "../game/draws.ts";
import { matchKey, playerCommitment, sealOf, serverCommitment } from "./fair-shuffle.ts";
import { commitSeed, revealSeed } from "./commitment.ts";
import { changed, vectors } from "./vectors.fixture.ts";
import { verify } from "./verify.ts";

const range = (n: number) => [...Array(n).keys()];

describe("the algorithm", () => {
  it.each(vectors.commitments)(
    "binds the server to $table, $preset",
    ({ commitment, ...terms }) => {
      expect(serverCommitment(terms, terms.attempt, terms.seed)).toBe(commitment);
      const options = Object.fromEntries(Object.entries(terms.options).reverse());
      expect(serverCommitment({ ...terms, options }, terms.attempt, terms.seed)).toBe(commitment);
    },
  );

  it("mixes all seeds into one key", () => {
    const { server, attempt, players, seal, seed, key } = vectors.agreement;
    for (const { seat, seed, commitment } of players)
      expect(playerCommitment(server, attempt, seat, seed)).toBe(commitment);
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

  it("draws the dealers, packs and shuffles of the Python implementation", () => {
    const { key, dealer, packs, shuffles } = vectors.draws;
    for (const [n, drawn] of dealer) expect(new Draws(key, "dealer").below(n)).toBe(drawn);
    for (const [round, n, order] of packs)
      expect(new Draws(key, `pack ${round}`).shuffled(range(n))).toEqual(order);
    for (const [round, number, n, order] of shuffles)
      expect(new Draws(key, `shuffle ${round} ${number}`).shuffled(range(n))).toEqual(order);
  });
});

describe("the verdict", () => {
  it.each(vectors.verdicts)("$what", ({ of, changes, fair, unfair, malformed }) => {
    const expected = fair
      ? { fair: true, ...fair }
      : { fair: false, ...(unfair ?? { code: "malformed", key: malformed }) };
    expect(verify(changed(of, changes))).toEqual(expected);
  });

  it.each([null, 3, "{}", [], { fairness: { version: "schwimmen-fair/1" } }])(
    "rejects %j, which is not a record, as malformed",
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
  ])("names the missing key %j", (path, key) => {
    expect(verify(changed("choy", [[path, null]]))).toEqual({
      fair: false,
      code: "malformed",
      key,
    });
  });

  it.each(["7C 7C", "7C 1C", "7C  8C", ""])("rejects the cards %j", (pack) => {
    const record = changed("solo", [[["rounds", 0, "pack"], pack]]);
    expect(verify(record)).toMatchObject({ code: "malformed", key: "rounds[0].pack" });
  });

  it("rejects a pack that lacks a card", () => {
    const pack = (vectors.records["solo"] as { rounds: { pack: string }[] }).rounds[0]!.pack;
    const record = changed("solo", [[["rounds", 0, "pack"], pack.slice(3)]]);
    expect(verify(record)).toEqual({ fair: false, code: "pack", round: 1 });
  });

  it.each([0, 257])("does not draw a dealer from %d players", (n) => {
    const players = Array<string>(n).fill("Ann");
    const verdict = verify(changed("solo", [[["players"], players]]));
    expect(verdict).toEqual({ fair: false, code: "malformed", key: "players" });
    expect(() => new Draws(vectors.draws.key, "dealer").below(n)).toThrow(RangeError);
  });

  it("compares the record with the seal seen before the match", () => {
    const record = vectors.records["choy"];
    expect(verify(record, vectors.agreement.seal)).toMatchObject({ fair: true });
    expect(verify(record, "0".repeat(64))).toEqual({ fair: false, code: "seal" });
    const early = changed("choy", [[["fairness", "attempts", 1, "seed"], null]]);
    expect(verify(early, "0".repeat(64))).toMatchObject({ code: "seal" });
    expect(verify(early, vectors.agreement.seal)).toMatchObject({ code: "unpublished" });
  });
});

describe("a seed commitment", () => {
  const server = vectors.agreement.server;
  const next = "2".repeat(64);
  const other = [0, "1".repeat(64)] as const;

  it("has a new seed of 32 bytes every time", () => {
    const [one, another] = [commitSeed(server, 1, 2, null), commitSeed(server, 1, 2, null)];
    expect(one.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(another.seed).not.toBe(one.seed);
    expect(one.commitment).toBe(playerCommitment(server, 1, 2, one.seed));
  });

  it("is reused after a lost connection and replaced in the next attempt", () => {
    const first = commitSeed(server, 1, 2, null);
    expect(commitSeed(server, 1, 2, first)).toBe(first);
    const second = commitSeed(next, 2, 2, first);
    expect(second.seed).not.toBe(first.seed);
    expect(second.seal).toBeNull();
  });

  it("is refused for an attempt that repeats or is skipped", () => {
    const first = commitSeed(server, 1, 2, null);
    expect(() => commitSeed(next, 1, 2, first)).toThrow(/does not follow/);
    expect(() => commitSeed(next, 3, 2, first)).toThrow(/does not follow/);
  });

  it("gets the seal of a list that contains it", () => {
    const own = commitSeed(server, 1, 2, null);
    const list = [other, [2, own.commitment]] as const;
    const revealed = revealSeed(own, server, list);
    expect(revealed).toEqual({ ...own, seal: sealOf(server, list) });
    expect(revealSeed(revealed, server, list)).toEqual(revealed);
  });

  it("is not revealed under another commitment, at another seat, or to a list without it", () => {
    const own = commitSeed(server, 1, 2, null);
    const listed = [2, own.commitment] as const;
    const seats = [
      [1, own.commitment],
      [2, other[1]],
    ] as const;
    expect(() => revealSeed(own, next, [other, listed])).toThrow(/committed/);
    expect(() => revealSeed(own, server, seats)).toThrow(/committed/);
    expect(() => revealSeed(own, server, [other])).toThrow(/committed/);
  });

  it("is not revealed for a second list, since a player could commit knowing the seed", () => {
    const own = commitSeed(server, 1, 2, null);
    const listed = [2, own.commitment] as const;
    const revealed = revealSeed(own, server, [other, listed]);
    const changed = [[0, "3".repeat(64)], listed] as const;
    expect(() => revealSeed(revealed, server, changed)).toThrow(/has changed/);
  });
});

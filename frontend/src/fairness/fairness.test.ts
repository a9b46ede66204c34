import { describe, expect, it } from "vitest";
import { Draws, matchKey, playerCommitment, sealOf, serverCommitment } from "./fair-shuffle.ts";
import { promise, reveal } from "./commitment.ts";
import { changed, vectors } from "./vectors.fixture.ts";
import { verify } from "./verify.ts";

const upTo = (n: number) => [...Array(n).keys()];

describe("the algorithm, as in Python", () => {
  it.each(vectors.commitments)("binds the server to $table, $preset", ({ commitment, ...one }) => {
    expect(serverCommitment(one, one.attempt, one.seed)).toBe(commitment);
    const turned = Object.fromEntries(Object.entries(one.options).reverse());
    expect(serverCommitment({ ...one, options: turned }, one.attempt, one.seed)).toBe(commitment);
  });

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

  it.each([0, 257])("does not draw a dealer of %d players", (n) => {
    const players = Array<string>(n).fill("Ann");
    const verdict = verify(changed("solo", [[["players"], players]]));
    expect(verdict).toEqual({ fair: false, code: "malformed", key: "players" });
    expect(() => new Draws(vectors.draws.key, "dealer").below(n)).toThrow(RangeError);
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
  const next = "2".repeat(64);
  const other = [0, "1".repeat(64)] as const;

  it("is a new seed every time, of 32 bytes", () => {
    const [one, another] = [promise(server, 1, 2, null), promise(server, 1, 2, null)];
    expect(one.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(another.seed).not.toBe(one.seed);
    expect(one.commitment).toBe(playerCommitment(server, 1, 2, one.seed));
  });

  it("stands when the connection was lost, and is another for the next attempt", () => {
    const first = promise(server, 1, 2, null);
    expect(promise(server, 1, 2, first)).toBe(first);
    const second = promise(next, 2, 2, first);
    expect(second.seed).not.toBe(first.seed);
    expect(second.seal).toBeNull();
  });

  it("is not made for an attempt told twice, or left out", () => {
    const first = promise(server, 1, 2, null);
    expect(() => promise(next, 1, 2, first)).toThrow(/does not follow/);
    expect(() => promise(next, 3, 2, first)).toThrow(/does not follow/);
  });

  it("is kept where the list holds it, with the seal of that list", () => {
    const promised = promise(server, 1, 2, null);
    const list = [other, [2, promised.commitment]] as const;
    const kept = reveal(promised, server, list);
    expect(kept).toEqual({ ...promised, seal: sealOf(server, list) });
    expect(reveal(kept, server, list)).toEqual(kept);
  });

  it("reveals nothing under another commitment, at another seat, or where it is left out", () => {
    const promised = promise(server, 1, 2, null);
    const own = [2, promised.commitment] as const;
    const seats = [
      [1, promised.commitment],
      [2, other[1]],
    ] as const;
    expect(() => reveal(promised, next, [other, own])).toThrow(/committed/);
    expect(() => reveal(promised, server, seats)).toThrow(/committed/);
    expect(() => reveal(promised, server, [other])).toThrow(/committed/);
  });

  it("takes no other list once the seed is known: another could commit knowing it", () => {
    const promised = promise(server, 1, 2, null);
    const own = [2, promised.commitment] as const;
    const kept = reveal(promised, server, [other, own]);
    const changed = [[0, "3".repeat(64)], own] as const;
    expect(() => reveal(kept, server, changed)).toThrow(/has changed/);
  });
});

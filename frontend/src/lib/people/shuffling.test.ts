import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Seeds } from "../api/wire";
import { playerCommitment, sealOf } from "../fairness/fair";
import type { Ask } from "../link/messages";
import { sealSeen, Shuffling } from "./shuffling.svelte";

const SERVER = "a".repeat(64);
const OTHER = "b".repeat(64);
const seeds = (parts: Partial<Seeds> = {}): Seeds => ({
  phase: "committing",
  attempt: 1,
  commitment: SERVER,
  commitments: [],
  waiting_for: [0, 1],
  ...parts,
});

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});

function atTable(id = "t1") {
  const asked: Ask[] = [];
  /** What is kept at the moment when something is sent. */
  const keptWhenSent: string[] = [];
  const shuffling = new Shuffling(id, (ask) => {
    asked.push(ask);
    keptWhenSent.push([...kept.values()].join());
  });
  const commitment = () => asked.findLast((ask) => ask.type === "commit")?.commitment ?? "";
  return { shuffling, asked, keptWhenSent, commitment };
}

const closed = (commitment: string, parts: Partial<Seeds> = {}) =>
  seeds({ phase: "revealing", commitments: [{ seat: 0, commitment }], waiting_for: [0], ...parts });

describe("this browser's part", () => {
  it("is to commit, and to reveal once the list is closed: both kept before they are sent", async () => {
    const { shuffling, asked, keptWhenSent, commitment } = atTable();
    await shuffling.take(seeds(), 0, false);
    expect(asked).toEqual([{ type: "commit", server: SERVER, commitment: commitment() }]);
    expect(keptWhenSent[0]).toContain(commitment());
    await shuffling.take(closed(commitment()), 0, false);
    const revealed = asked[1];
    if (revealed?.type !== "reveal") throw new Error("nothing was revealed");
    expect(playerCommitment(SERVER, 1, 0, revealed.seed)).toBe(commitment());
    expect(shuffling.seal).toBe(sealOf(SERVER, [[0, commitment()]]));
    expect(keptWhenSent[1]).toContain(shuffling.seal);
    expect(sealSeen("t1", SERVER)).toBe(shuffling.seal);
    expect(sealSeen("t1", OTHER)).toBeUndefined();
    expect(sealSeen("t2", SERVER)).toBeUndefined();
  });

  it("is said once, and the same after the page was loaded anew", async () => {
    const { shuffling, asked, commitment } = atTable();
    await shuffling.take(seeds(), 0, false);
    await shuffling.take(seeds({ commitments: [{ seat: 1, commitment: OTHER }] }), 0, false);
    expect(asked).toHaveLength(1);
    const again = atTable();
    await again.shuffling.take(seeds(), 0, false);
    expect(again.commitment()).toBe(commitment());
  });

  it("begins anew when an attempt was given up", async () => {
    const { shuffling, asked, commitment } = atTable();
    await shuffling.take(seeds(), 0, false);
    const first = commitment();
    await shuffling.take(closed(first), 0, false);
    await shuffling.take(seeds({ attempt: 2, commitment: OTHER }), 0, false);
    expect(shuffling.seal).toBeNull(); // that of the attempt before counts no more
    expect(asked.at(-1)).toMatchObject({ type: "commit", server: OTHER });
    expect(commitment()).not.toBe(first);
  });

  it("is nothing for who watches, who yet sees the seal", async () => {
    const { shuffling, asked } = atTable();
    await shuffling.take(seeds(), null, false);
    await shuffling.take(closed(OTHER), null, false);
    expect(asked).toEqual([]);
    expect(shuffling.seal).toBe(sealOf(SERVER, [[0, OTHER]]));
  });

  it("has no seal that was only told once cards lay on the table", async () => {
    const { shuffling } = atTable();
    await shuffling.take(closed(OTHER, { phase: "settled", waiting_for: [] }), 1, true);
    expect(shuffling.seal).toBeNull();
  });
});

describe("a server that asks for what must not be", () => {
  it("is told no seed for a list without this browser's promise", async () => {
    const { shuffling, asked } = atTable();
    await shuffling.take(seeds(), 0, false);
    await shuffling.take(closed(OTHER), 0, false);
    expect(asked.map(({ type }) => type)).toEqual(["commit"]);
    expect(shuffling.broken).toBe(true);
  });

  it("is not committed to again where an attempt is missing", async () => {
    const { shuffling, asked } = atTable();
    await shuffling.take(seeds(), 0, false);
    await shuffling.take(seeds({ attempt: 3, commitment: OTHER }), 0, false);
    expect(asked).toHaveLength(1);
    expect(shuffling.broken).toBe(true);
  });
});

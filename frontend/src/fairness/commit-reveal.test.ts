import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Seeds } from "../api/wire";
import { playerCommitment, sealOf } from "./fair-shuffle";
import type { Command } from "../api/table-socket";
import { savedSeal, CommitReveal } from "./commit-reveal.svelte";

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
  const asked: Command[] = [];
  /** What is kept at the moment when something is sent. */
  const keptWhenSent: string[] = [];
  const commitReveal = new CommitReveal(id, (ask) => {
    asked.push(ask);
    keptWhenSent.push([...kept.values()].join());
  });
  const commitment = () => asked.findLast((ask) => ask.type === "commit")?.commitment ?? "";
  return { commitReveal, asked, keptWhenSent, commitment };
}

const closed = (commitment: string, parts: Partial<Seeds> = {}) =>
  seeds({ phase: "revealing", commitments: [{ seat: 0, commitment }], waiting_for: [0], ...parts });

describe("this browser's part", () => {
  it("is to commit, and to reveal once the list is closed: both kept before they are sent", async () => {
    const { commitReveal, asked, keptWhenSent, commitment } = atTable();
    await commitReveal.take(seeds(), 0, false);
    expect(asked).toEqual([{ type: "commit", server: SERVER, commitment: commitment() }]);
    expect(keptWhenSent[0]).toContain(commitment());
    await commitReveal.take(closed(commitment()), 0, false);
    const revealed = asked[1];
    if (revealed?.type !== "reveal") throw new Error("nothing was revealed");
    expect(playerCommitment(SERVER, 1, 0, revealed.seed)).toBe(commitment());
    expect(commitReveal.seal).toBe(sealOf(SERVER, [[0, commitment()]]));
    expect(keptWhenSent[1]).toContain(commitReveal.seal);
    expect(savedSeal("t1", SERVER)).toBe(commitReveal.seal);
    expect(savedSeal("t1", OTHER)).toBeUndefined();
    expect(savedSeal("t2", SERVER)).toBeUndefined();
  });

  it("is said once, and the same after the page was loaded anew", async () => {
    const { commitReveal, asked, commitment } = atTable();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.take(seeds({ commitments: [{ seat: 1, commitment: OTHER }] }), 0, false);
    expect(asked).toHaveLength(1);
    const again = atTable();
    await again.commitReveal.take(seeds(), 0, false);
    expect(again.commitment()).toBe(commitment());
  });

  it("begins anew when an attempt was given up", async () => {
    const { commitReveal, asked, commitment } = atTable();
    await commitReveal.take(seeds(), 0, false);
    const first = commitment();
    await commitReveal.take(closed(first), 0, false);
    await commitReveal.take(seeds({ attempt: 2, commitment: OTHER }), 0, false);
    expect(commitReveal.seal).toBeNull(); // that of the attempt before counts no more
    expect(asked.at(-1)).toMatchObject({ type: "commit", server: OTHER });
    expect(commitment()).not.toBe(first);
  });

  it("is nothing for who watches, who yet sees the seal", async () => {
    const { commitReveal, asked } = atTable();
    await commitReveal.take(seeds(), null, false);
    await commitReveal.take(closed(OTHER), null, false);
    expect(asked).toEqual([]);
    expect(commitReveal.seal).toBe(sealOf(SERVER, [[0, OTHER]]));
  });

  it("has no seal that was only told once cards lay on the table", async () => {
    const { commitReveal } = atTable();
    await commitReveal.take(closed(OTHER, { phase: "settled", waiting_for: [] }), 1, true);
    expect(commitReveal.seal).toBeNull();
  });
});

/** Two windows that promise at the same moment; the late one finds the other's promise last. */
async function twoPromises() {
  const late = atTable();
  await late.commitReveal.take(seeds(), 0, false);
  const own = new Map(kept);
  kept.clear();
  const quick = atTable();
  await quick.commitReveal.take(seeds(), 0, false);
  const others = new Map(kept);
  own.forEach((text, key) => kept.set(key, text));
  await late.commitReveal.take(closed(quick.commitment()), 0, false);
  expect(late.commitReveal.broken).toBe(true);
  others.forEach((text, key) => kept.set(key, text));
  return { late, quick };
}

describe("two windows of one seat", () => {
  it("share a promise in one browser, and both reveal it", async () => {
    const [one, two] = [atTable(), atTable()];
    await one.commitReveal.take(seeds(), 0, false);
    await two.commitReveal.take(seeds(), 0, false);
    expect(two.commitment()).toBe(one.commitment());
    await two.commitReveal.refused("already"); // said twice
    for (const { commitReveal, asked, commitment } of [one, two]) {
      await commitReveal.take(closed(commitment()), 0, false);
      expect(asked.map(({ type }) => type)).toEqual(["commit", "reveal"]);
      expect([commitReveal.broken, commitReveal.elsewhere]).toEqual([false, false]);
    }
  });

  it("reveal what each has promised, also where the other's promise is the one that is kept", async () => {
    const { commitReveal, asked, commitment } = atTable();
    await commitReveal.take(seeds(), 0, false);
    kept.clear();
    await atTable().commitReveal.take(seeds(), 0, false);
    await commitReveal.take(closed(commitment()), 0, false);
    expect(asked.map(({ type }) => type)).toEqual(["commit", "reveal"]);
  });

  it.each([true, false])(
    "have no part in what another device began; told before: %s",
    async (before) => {
      const { commitReveal, asked, commitment } = atTable();
      await commitReveal.take(seeds(), 0, false);
      if (before) await commitReveal.refused("already");
      await commitReveal.take(closed(OTHER), 0, false);
      if (!before) {
        expect(commitReveal.broken).toBe(true);
        await commitReveal.take(closed(OTHER, { phase: "settled", waiting_for: [] }), 0, true);
        await commitReveal.refused("too_late");
      }
      expect([commitReveal.broken, commitReveal.elsewhere]).toEqual([false, true]);
      expect(commitReveal.seal).toBe(sealOf(SERVER, [[0, OTHER]]));
      expect(asked.map(({ type }) => type)).toEqual(["commit"]);
      expect([...kept.values()].join()).toContain(commitment());
    },
  );

  it("have no part in what another device began before one of them was asked", async () => {
    const [asked, unasked] = [atTable(), atTable()];
    await asked.commitReveal.take(seeds(), 0, false);
    const begun = { commitments: [{ seat: 0, commitment: OTHER }], waiting_for: [1] };
    await unasked.commitReveal.take(seeds(begun), 0, false);
    await unasked.commitReveal.take(closed(OTHER), 0, false);
    expect([unasked.commitReveal.broken, unasked.commitReveal.elsewhere]).toEqual([false, true]);
    expect(unasked.asked).toEqual([]);
  });

  it("notice a list that has changed since the seed was revealed, also after a reload", async () => {
    const { commitReveal, commitment } = atTable();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.take(closed(commitment()), 0, false);
    const again = atTable();
    await again.commitReveal.take(closed(OTHER), 0, false);
    expect([again.commitReveal.broken, again.commitReveal.elsewhere]).toEqual([true, false]);
  });

  it("finds the other's promise later, and is never refused", async () => {
    const { late, quick } = await twoPromises();
    await late.commitReveal.take(closed(quick.commitment(), { waiting_for: [] }), 0, false);
    expect([late.commitReveal.broken, late.commitReveal.elsewhere]).toEqual([false, false]);
    const changed = atTable();
    kept.clear();
    await changed.commitReveal.take(seeds(), 0, false);
    await changed.commitReveal.take(closed(OTHER), 0, false);
    await changed.commitReveal.take(closed(changed.commitment()), 0, false);
    expect(changed.commitReveal.broken).toBe(true); // the list was another one before
  });

  it("is told late that the other was quicker, and finds its promise by then", async () => {
    const { late } = await twoPromises();
    await late.commitReveal.refused("already");
    expect([late.commitReveal.broken, late.commitReveal.elsewhere]).toEqual([false, false]);
    expect(late.asked.map(({ type }) => type)).toEqual(["commit", "reveal"]);
  });

  it("may take part in the next attempt", async () => {
    const { commitReveal, asked, commitment } = atTable();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.refused("already");
    await commitReveal.take(closed(OTHER), 0, false);
    await commitReveal.take(seeds({ attempt: 2, commitment: OTHER }), 0, false);
    expect(commitReveal.elsewhere).toBe(false);
    await commitReveal.take(closed(commitment(), { attempt: 2, commitment: OTHER }), 0, false);
    expect(asked.map(({ type }) => type)).toEqual(["commit", "commit", "reveal"]);
    expect([commitReveal.broken, commitReveal.elsewhere]).toEqual([false, false]);
  });

  it("have no part where the other had committed when this one came", async () => {
    const { commitReveal, asked } = atTable();
    const committed = { commitments: [{ seat: 0, commitment: OTHER }], waiting_for: [1] };
    await commitReveal.take(seeds(committed), 0, false);
    await commitReveal.take(closed(OTHER), 0, false);
    expect(asked).toEqual([]);
    expect([commitReveal.broken, commitReveal.elsewhere]).toEqual([false, true]);
  });
});

describe("a server that asks for what must not be", () => {
  it("is told no seed for a list without this browser's promise", async () => {
    const { commitReveal, asked } = atTable();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.take(closed(OTHER), 0, false);
    expect(asked.map(({ type }) => type)).toEqual(["commit"]);
    expect(commitReveal.broken).toBe(true);
  });

  it("is not committed to again where an attempt is missing", async () => {
    const { commitReveal, asked } = atTable();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.take(seeds({ attempt: 3, commitment: OTHER }), 0, false);
    expect(asked).toHaveLength(1);
    expect(commitReveal.broken).toBe(true);
  });

  it("is not believed that another window was quicker where it refused nothing of the kind", async () => {
    const { commitReveal } = atTable();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.refused("too_many");
    await commitReveal.take(closed(OTHER), 0, false);
    expect([commitReveal.broken, commitReveal.elsewhere]).toEqual([true, false]);
  });

  it("has asked it for good: a later attempt does not make up for it", async () => {
    const { commitReveal } = atTable();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.take(closed(OTHER), 0, false);
    await commitReveal.take(seeds({ attempt: 2, commitment: OTHER }), 0, false);
    await commitReveal.refused("already");
    await commitReveal.take(closed(SERVER, { attempt: 2, commitment: OTHER }), 0, false);
    expect(commitReveal.broken).toBe(true);
  });
});

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

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
});

function openWindow(table = "t1") {
  const sent: Command[] = [];
  /** Contents of the storage whenever a command is sent. */
  const storedWhenSent: string[] = [];
  const commitReveal = new CommitReveal(table, (command) => {
    sent.push(command);
    storedWhenSent.push([...storage.values()].join());
  });
  const commitment = () => sent.findLast((command) => command.type === "commit")?.commitment ?? "";
  return { commitReveal, sent, storedWhenSent, commitment };
}

const closed = (commitment: string, parts: Partial<Seeds> = {}) =>
  seeds({ phase: "revealing", commitments: [{ seat: 0, commitment }], waiting_for: [0], ...parts });

describe("a browser with one window", () => {
  it("commits, and reveals once the list is closed, storing both before sending", async () => {
    const { commitReveal, sent, storedWhenSent, commitment } = openWindow();
    await commitReveal.take(seeds(), 0, false);
    expect(sent).toEqual([{ type: "commit", server: SERVER, commitment: commitment() }]);
    expect(storedWhenSent[0]).toContain(commitment());
    await commitReveal.take(closed(commitment()), 0, false);
    const revealed = sent[1];
    if (revealed?.type !== "reveal") throw new Error("nothing was revealed");
    expect(playerCommitment(SERVER, 1, 0, revealed.seed)).toBe(commitment());
    expect(commitReveal.seal).toBe(sealOf(SERVER, [[0, commitment()]]));
    expect(storedWhenSent[1]).toContain(commitReveal.seal);
    expect(savedSeal("t1", SERVER)).toBe(commitReveal.seal);
    expect(savedSeal("t1", OTHER)).toBeUndefined();
    expect(savedSeal("t2", SERVER)).toBeUndefined();
  });

  it("commits once, and to the same seed after a reload", async () => {
    const { commitReveal, sent, commitment } = openWindow();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.take(seeds({ commitments: [{ seat: 1, commitment: OTHER }] }), 0, false);
    expect(sent).toHaveLength(1);
    const again = openWindow();
    await again.commitReveal.take(seeds(), 0, false);
    expect(again.commitment()).toBe(commitment());
  });

  it("commits to a new seed in the next attempt", async () => {
    const { commitReveal, sent, commitment } = openWindow();
    await commitReveal.take(seeds(), 0, false);
    const first = commitment();
    await commitReveal.take(closed(first), 0, false);
    await commitReveal.take(seeds({ attempt: 2, commitment: OTHER }), 0, false);
    expect(commitReveal.seal).toBeNull(); // the seal of the previous attempt is void
    expect(sent.at(-1)).toMatchObject({ type: "commit", server: OTHER });
    expect(commitment()).not.toBe(first);
  });

  it("sends nothing for a spectator, but sees the seal", async () => {
    const { commitReveal, sent } = openWindow();
    await commitReveal.take(seeds(), null, false);
    await commitReveal.take(closed(OTHER), null, false);
    expect(sent).toEqual([]);
    expect(commitReveal.seal).toBe(sealOf(SERVER, [[0, OTHER]]));
  });

  it("ignores a seal that arrives after the deal", async () => {
    const { commitReveal } = openWindow();
    await commitReveal.take(closed(OTHER, { phase: "settled", waiting_for: [] }), 1, true);
    expect(commitReveal.seal).toBeNull();
  });
});

/** Two windows that commit at the same moment; the late one finds the other's commitment last. */
async function simultaneousCommitments() {
  const late = openWindow();
  await late.commitReveal.take(seeds(), 0, false);
  const lateStorage = new Map(storage);
  storage.clear();
  const quick = openWindow();
  await quick.commitReveal.take(seeds(), 0, false);
  const quickStorage = new Map(storage);
  lateStorage.forEach((text, key) => storage.set(key, text));
  await late.commitReveal.take(closed(quick.commitment()), 0, false);
  expect(late.commitReveal.broken).toBe(true);
  quickStorage.forEach((text, key) => storage.set(key, text));
  return { late, quick };
}

describe("two windows of one seat", () => {
  it("share a commitment in one browser, and both reveal its seed", async () => {
    const [one, two] = [openWindow(), openWindow()];
    await one.commitReveal.take(seeds(), 0, false);
    await two.commitReveal.take(seeds(), 0, false);
    expect(two.commitment()).toBe(one.commitment());
    await two.commitReveal.refused("already"); // the second commit
    for (const { commitReveal, sent, commitment } of [one, two]) {
      await commitReveal.take(closed(commitment()), 0, false);
      expect(sent.map(({ type }) => type)).toEqual(["commit", "reveal"]);
      expect([commitReveal.broken, commitReveal.elsewhere]).toEqual([false, false]);
    }
  });

  it.each([false, true])(
    "reveal their own seed even if the other window's commitment is stored; asked again: %s",
    async (again) => {
      const { commitReveal, sent, commitment } = openWindow();
      await commitReveal.take(seeds(), 0, false);
      storage.clear();
      await openWindow().commitReveal.take(seeds(), 0, false);
      if (again) await commitReveal.take(seeds({ waiting_for: [0] }), 0, false);
      await commitReveal.take(closed(commitment()), 0, false);
      expect(sent.map(({ type }) => type)).toEqual(["commit", "reveal"]);
    },
  );

  it.each([true, false])(
    "leave an attempt to another device; refused before the list is closed: %s",
    async (early) => {
      const { commitReveal, sent, commitment } = openWindow();
      await commitReveal.take(seeds(), 0, false);
      if (early) await commitReveal.refused("already");
      await commitReveal.take(closed(OTHER), 0, false);
      if (!early) {
        expect(commitReveal.broken).toBe(true);
        await commitReveal.take(closed(OTHER, { phase: "settled", waiting_for: [] }), 0, true);
        await commitReveal.refused("too_late");
      }
      expect([commitReveal.broken, commitReveal.elsewhere]).toEqual([false, true]);
      expect(commitReveal.seal).toBe(sealOf(SERVER, [[0, OTHER]]));
      expect(sent.map(({ type }) => type)).toEqual(["commit"]);
      expect([...storage.values()].join()).toContain(commitment());
    },
  );

  it("leave an attempt to another device that committed before one of them was sent", async () => {
    const [awaited, unasked] = [openWindow(), openWindow()];
    await awaited.commitReveal.take(seeds(), 0, false);
    const committed = { commitments: [{ seat: 0, commitment: OTHER }], waiting_for: [1] };
    await unasked.commitReveal.take(seeds(committed), 0, false);
    await unasked.commitReveal.take(closed(OTHER), 0, false);
    expect([unasked.commitReveal.broken, unasked.commitReveal.elsewhere]).toEqual([false, true]);
    expect(unasked.sent).toEqual([]);
  });

  it("notice a list that has changed since the reveal, even after a reload", async () => {
    const { commitReveal, commitment } = openWindow();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.take(closed(commitment()), 0, false);
    const again = openWindow();
    await again.commitReveal.take(closed(OTHER), 0, false);
    expect([again.commitReveal.broken, again.commitReveal.elsewhere]).toEqual([true, false]);
  });

  it("recover if the other's commitment is stored late, without a refusal", async () => {
    const { late, quick } = await simultaneousCommitments();
    await late.commitReveal.take(closed(quick.commitment(), { waiting_for: [] }), 0, false);
    expect([late.commitReveal.broken, late.commitReveal.elsewhere]).toEqual([false, false]);
    const changed = openWindow();
    storage.clear();
    await changed.commitReveal.take(seeds(), 0, false);
    await changed.commitReveal.take(closed(OTHER), 0, false);
    await changed.commitReveal.take(closed(changed.commitment()), 0, false);
    expect(changed.commitReveal.broken).toBe(true); // the list has changed
  });

  it("recover if the refusal arrives late and the other's commitment is stored", async () => {
    const { late } = await simultaneousCommitments();
    await late.commitReveal.refused("already");
    expect([late.commitReveal.broken, late.commitReveal.elsewhere]).toEqual([false, false]);
    expect(late.sent.map(({ type }) => type)).toEqual(["commit", "reveal"]);
  });

  it("take part in the next attempt", async () => {
    const { commitReveal, sent, commitment } = openWindow();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.refused("already");
    await commitReveal.take(closed(OTHER), 0, false);
    await commitReveal.take(seeds({ attempt: 2, commitment: OTHER }), 0, false);
    expect(commitReveal.elsewhere).toBe(false);
    await commitReveal.take(closed(commitment(), { attempt: 2, commitment: OTHER }), 0, false);
    expect(sent.map(({ type }) => type)).toEqual(["commit", "commit", "reveal"]);
    expect([commitReveal.broken, commitReveal.elsewhere]).toEqual([false, false]);
  });

  it("leave an attempt to another device that had committed before they opened", async () => {
    const { commitReveal, sent } = openWindow();
    const committed = { commitments: [{ seat: 0, commitment: OTHER }], waiting_for: [1] };
    await commitReveal.take(seeds(committed), 0, false);
    await commitReveal.take(closed(OTHER), 0, false);
    expect(sent).toEqual([]);
    expect([commitReveal.broken, commitReveal.elsewhere]).toEqual([false, true]);
  });
});

describe("a server that breaks the protocol", () => {
  it("gets no seed for a list without this browser's commitment", async () => {
    const { commitReveal, sent } = openWindow();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.take(closed(OTHER), 0, false);
    expect(sent.map(({ type }) => type)).toEqual(["commit"]);
    expect(commitReveal.broken).toBe(true);
  });

  it("gets no second commitment if an attempt is skipped", async () => {
    const { commitReveal, sent } = openWindow();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.take(seeds({ attempt: 3, commitment: OTHER }), 0, false);
    expect(sent).toHaveLength(1);
    expect(commitReveal.broken).toBe(true);
  });

  it("is not excused by a refusal for another reason", async () => {
    const { commitReveal } = openWindow();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.refused("too_many");
    await commitReveal.take(closed(OTHER), 0, false);
    expect([commitReveal.broken, commitReveal.elsewhere]).toEqual([true, false]);
  });

  it("stays broken in later attempts", async () => {
    const { commitReveal } = openWindow();
    await commitReveal.take(seeds(), 0, false);
    await commitReveal.take(closed(OTHER), 0, false);
    await commitReveal.take(seeds({ attempt: 2, commitment: OTHER }), 0, false);
    await commitReveal.refused("already");
    await commitReveal.take(closed(SERVER, { attempt: 2, commitment: OTHER }), 0, false);
    expect(commitReveal.broken).toBe(true);
  });
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Daily, DailyPast } from "../api/wire";
import { dealOf, readSigns, saveVariant, seenCommitment, storeCommitments } from "./daily";
import { checkSeed } from "./seed-check";

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
});

const daily = (date: string, commitment: string, next_commitment: string): Daily => ({
  date,
  time_zone: "Europe/Berlin",
  first: date,
  until: `${date}T23:00:00.000+00:00`,
  deals: [
    {
      variant: "pagat",
      options: { lives: 3 },
      levels: ["casual"],
      commitment,
      next_commitment,
      state: "open",
      table: null,
      result: null,
      streak: 0,
      distribution: null,
    },
  ],
});

describe("commitments", () => {
  it("are kept for today and tomorrow", () => {
    storeCommitments(daily("2026-11-25", "a", "b"));
    expect(seenCommitment("2026-11-25", "pagat")).toBe("a");
    expect(seenCommitment("2026-11-26", "pagat")).toBe("b");
    expect(seenCommitment("2026-11-27", "pagat")).toBeUndefined();
    expect(seenCommitment("2026-11-25", "dutch")).toBeUndefined();
  });

  it("are never replaced by later ones", () => {
    storeCommitments(daily("2026-11-25", "a", "b"));
    storeCommitments(daily("2026-11-26", "other", "c"));
    expect(seenCommitment("2026-11-26", "pagat")).toBe("b");
    expect(seenCommitment("2026-11-27", "pagat")).toBe("c");
  });

  it("are read as none if the storage holds something else", () => {
    storage.set("schwimmen.daily-commitments", "{}");
    expect(seenCommitment("2026-11-25", "pagat")).toBeUndefined();
  });
});

describe("a published seed", () => {
  const COMMITMENT = "81d9b63d0cb18c00186a0e6db345c12dd9bf062f9e0aab01a9e46b1e53286f9c";
  const past: DailyPast = {
    variant: "choy",
    options: { rounds: 5 },
    levels: ["casual", "club"],
    commitment: COMMITMENT, // of the Python implementation
    seed: "0f".repeat(32),
    result: null,
    distribution: null,
    results: null,
  };

  it("has the commitment that this browser saw", () => {
    expect(checkSeed("2026-11-25", past, COMMITMENT)).toBe("seen");
  });

  it("has the published commitment, which this browser has not seen", () => {
    expect(checkSeed("2026-11-25", past, undefined)).toBe("unseen");
  });

  it("is not trusted if the commitment has changed meanwhile", () => {
    expect(checkSeed("2026-11-25", past, "0".repeat(64))).toBe("changed");
  });

  it.each([
    ["seed", { ...past, seed: "0e".repeat(32) }, "2026-11-25"],
    ["opponents", { ...past, levels: ["club", "casual"] }, "2026-11-25"],
    ["rules", { ...past, options: { rounds: 6 } }, "2026-11-25"],
    ["date", past, "2026-11-24"],
  ] as const)("does not have the commitment of another %s", (_, changed, date) => {
    expect(checkSeed(date, changed as DailyPast, COMMITMENT)).toBe("bad");
  });
});

it("reads the signs of a result", () => {
  expect(readSigns("🟩🟥🌊⬛", false)).toEqual(["kept", "lost", "swims", "out"]);
  expect(readSigns("🟥🟩", true)).toEqual(["other", "best"]);
  expect(readSigns("x🟩?", false)).toEqual(["kept"]);
});

it("chooses the deal that was asked for, the variant chosen last, or the first", () => {
  const deals = [{ variant: "pagat" }, { variant: "dutch" }, { variant: "choy" }];
  expect(dealOf(deals, "choy")?.variant).toBe("choy");
  expect(dealOf(deals, "app")?.variant).toBe("pagat");
  saveVariant("dutch");
  expect(dealOf(deals, null)?.variant).toBe("dutch");
  expect(dealOf([], "choy")).toBeUndefined();
});

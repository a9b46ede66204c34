import { beforeEach, describe, expect, it, vi } from "vitest";
import { getTables } from "../../device/requests";
import type { TableSummary } from "../../api/wire";
import { noteShown, remainingLines, resetCoach } from "./first-match";

vi.mock("../../device/requests", () => ({ getTables: vi.fn() }));

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  ownTables("first");
});

/** Let the server answer that the player has these tables. */
const ownTables = (...ids: string[]) =>
  vi
    .mocked(getTables)
    .mockResolvedValue(
      ids.map((id) => ({ id, phase: id === "waiting" ? "gathering" : "over" }) as TableSummary),
    );

describe("the lines of the first match", () => {
  it("all remain at the first table, and each is shown once", async () => {
    expect(await remainingLines("first")).toEqual(["choice", "close", "loss"]);
    noteShown("first", "close");
    expect(await remainingLines("first")).toEqual(["choice", "loss"]);
  });

  it("are for one match only", async () => {
    await remainingLines("first");
    expect(await remainingLines("second")).toEqual([]);
    expect(await remainingLines("first")).toHaveLength(3);
  });

  it("are not for players who have played before", async () => {
    ownTables("second", "first");
    expect(await remainingLines("second")).toEqual([]);
    ownTables("second");
    expect(await remainingLines("second")).toEqual([]);
  });

  it("are for players whose other tables never began", async () => {
    ownTables("first", "waiting");
    expect(await remainingLines("first")).toHaveLength(3);
  });

  it("wait if the server does not answer", async () => {
    vi.mocked(getTables).mockRejectedValueOnce(new Error("offline"));
    await expect(remainingLines("first")).rejects.toThrow("offline");
    expect(await remainingLines("first")).toHaveLength(3);
  });

  it("can be asked for again, for the next match", async () => {
    ownTables("old", "first");
    await remainingLines("first");
    resetCoach();
    expect(await remainingLines("second")).toHaveLength(3);
    expect(await remainingLines("third")).toEqual([]);
  });

  it("survive a broken storage entry", async () => {
    for (const text of ["null", "{", '{"table":3}', '{"table":"x"}']) {
      stored.set("schwimmen.coach", text);
      expect(await remainingLines("first")).toHaveLength(3);
    }
  });
});

import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { runningEngines } from "./running-engines";

beforeEach(() => vi.stubGlobal("indexedDB", new IDBFactory()));

const open = (upgrade: (database: Awaited<ReturnType<typeof openDB>>) => void) =>
  openDB("schwimmen", 1, { upgrade });

describe("the engines of running matches", () => {
  it("are none without a database, which is not created", async () => {
    expect(await runningEngines()).toEqual(new Set());
    expect(await indexedDB.databases()).toEqual([]);
    const created = vi.fn();
    (await open(created)).close();
    expect(created).toHaveBeenCalledOnce();
    expect(await runningEngines()).toEqual(new Set());
  });

  it("are those of tables that are neither over nor closed", async () => {
    const database = await open((it) => it.createObjectStore("tables", { keyPath: "id" }));
    const rows = [
      { engine: "/one.js", over: false, closed: null },
      { engine: "/two.js", over: true, closed: null },
      { engine: "/three.js", over: false, closed: "damaged" },
      { engine: "/one.js", over: false, closed: null },
      { engine: "/four.js", over: false, closed: null },
      { engine: null, over: false, closed: null },
      {},
    ];
    for (const [id, row] of rows.entries()) await database.put("tables", { id, ...row });
    expect(await runningEngines()).toEqual(new Set(["/one.js", "/four.js"]));
    database.close();
  });

  it("are unknown if the browser denies its storage", async () => {
    vi.stubGlobal("indexedDB", undefined);
    expect(await runningEngines()).toBeNull();
  });
});

import "fake-indexeddb/auto";
import type { Game } from "schwimmen";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  archivedTables,
  importTables,
  readArchive,
  restoreTexts,
  writeArchive,
  type ArchivedTable,
} from "./archive";
import { OWN_PUZZLE } from "../puzzles/fixtures";
import type { OwnPuzzle } from "../puzzles/own-store";
import { DeviceTable, type Opening } from "../table/device-table";
import { LOG_VERSION, type LogEvent, type LogSeat } from "../table/log";
import { loadGame } from "../fixtures";
import { Store } from "../storage/store";
import { rowOf } from "../storage/table-row";

const ENGINE = "/assets/worker.js";
const NOW = new Date("2026-11-25T12:00:00Z");

let game: Game;
let store: Store;

beforeAll(async () => {
  game = await loadGame();
});

beforeEach(async () => {
  store = await Store.open();
});

afterEach(async () => {
  await store.clear();
  store.close();
});

/** Return texts in memory. */
function texts(saved: Record<string, string> = {}) {
  return {
    saved,
    load: (key: string) => saved[key] ?? "",
    save: (key: string, text: string) => void (saved[key] = text),
  };
}

/** Return a table on which some actions have been played. */
function played(id: string, actions: number): DeviceTable {
  const seats: LogSeat[] = [{ name: "Anna" }, { name: "Bert", level: "club" }];
  const opening: Opening = { preset: "pagat", options: { lives: 1 }, seats };
  const table = DeviceTable.create(game, id, opening, "2026-11-24T10:00:00.000Z");
  for (let n = 0; n < actions && !table.over; n++) {
    const { toAct, legalActions } = table.match;
    const at = `2026-11-24T10:00:${String(n % 60).padStart(2, "0")}.000Z`;
    if (toAct === null) table.deal(at);
    else table.play(toAct, legalActions.at(-1) ?? "", at);
  }
  return table;
}

/** Let the other of two players have dealt or moved. */
function otherSeat(event: LogEvent, by: "dealer" | "seat"): void {
  const known = event as unknown as Record<typeof by, number>;
  known[by] = 1 - known[by];
}

/** Store a table. */
const keep = (table: DeviceTable) => store.append(rowOf(table, ENGINE), table.log, table.seq);

const importAll = (text: string) => importTables(game, store, readArchive(text).tables, ENGINE);

describe("a file with everything on this device", () => {
  it("restores all tables, settings and saved games on another device", async () => {
    await keep(played("device.over", 1000));
    const running = played("device.running", 3);
    await keep(running);
    await store.countHint("device.running", running.seq);
    const before = { tables: await store.tables(), logs: await archivedTables(store) };
    const here = texts({ "schwimmen.settings": "{}", "schwimmen.seeds": "secret", other: "1" });
    const file = writeArchive(before.logs, here, NOW);

    await store.clear();
    expect(await importAll(file)).toEqual({ added: 2, known: 0, refused: 0 });
    expect({ tables: await store.tables(), logs: await archivedTables(store) }).toEqual(before);
    const there = texts();
    restoreTexts(readArchive(file), there);
    expect(there.saved).toEqual({ "schwimmen.settings": "{}" });
  });

  it("has puzzles from own matches if there are any", () => {
    const file = (own: OwnPuzzle[]) =>
      JSON.parse(writeArchive([], texts(), NOW, undefined, own)) as Record<string, unknown>;
    expect(file([OWN_PUZZLE])["ownPuzzles"]).toEqual([OWN_PUZZLE]);
    expect(file([])).not.toHaveProperty("ownPuzzles");
  });

  it("keeps tables that are already stored", async () => {
    await keep(played("device.one", 1));
    const saved = texts({ "schwimmen.name": "Anna" });
    const file = writeArchive(await archivedTables(store), saved, NOW);
    await store.clear();
    await keep(played("device.one", 5));
    const before = await store.log("device.one");
    expect(await importAll(file)).toEqual({ added: 0, known: 1, refused: 0 });
    expect(await store.log("device.one")).toEqual(before);
    const here = texts({ "schwimmen.name": "Berta" });
    restoreTexts(readArchive(file), here);
    expect(here.saved).toEqual({ "schwimmen.name": "Berta" });
  });

  it.each([
    ["", "foreign_file"],
    ["{", "foreign_file"],
    ["[]", "foreign_file"],
    ['{"format": "schwimmen-match/1"}', "foreign_file"],
    ['{"format": "schwimmen-device/one"}', "foreign_file"],
    ['{"format": "schwimmen-device/2", "tables": [], "saved": {}}', "newer_file"],
    ['{"format": "schwimmen-device/1", "tables": {}, "saved": {}}', "damaged_file"],
    ['{"format": "schwimmen-device/1", "tables": []}', "damaged_file"],
  ])("is refused as a whole by code: %s", (text, code) => {
    expect(() => readArchive(text)).toThrow(expect.objectContaining({ code }));
  });

  it("is imported if it was written before tables named their version", async () => {
    const tables = [{ id: "device.one", log: played("device.one", 1).log }];
    expect(await importTables(game, store, tables, ENGINE)).toMatchObject({ added: 1 });
  });

  it.each([-1, 1.5, "2", null])("is imported without a bad number of hints: %s", async (hints) => {
    const { log } = played("device.one", 1);
    const tables = [{ id: "device.one", version: LOG_VERSION, log, hints }];
    expect(await importTables(game, store, tables, ENGINE)).toMatchObject({ added: 1 });
    expect(await store.table("device.one")).not.toHaveProperty("hints");
  });

  it("is imported without the tables that cannot be played", async () => {
    const good = { id: "device.good", version: LOG_VERSION, log: played("device.good", 6).log };
    const damage = (change: (table: ArchivedTable) => void): ArchivedTable => {
      const table = structuredClone(good);
      change(table);
      return table;
    };
    const tables: unknown[] = [
      null,
      { id: "empty" },
      damage((table) => (table.id = "one")),
      damage((table) => (table.log = [])),
      damage((table) => table.log.splice(1)),
      damage((table) => (table.version = 0)),
      damage((table) => (table.version = LOG_VERSION + 1)),
      damage((table) => table.log.splice(1, 1)),
      damage((table) => (table.log[3]!.at = "late")),
      damage((table) => Object.assign(table.log[3]!, { action: "all" })),
      damage((table) => otherSeat(table.log[3]!, "seat")),
      damage((table) => otherSeat(table.log[1]!, "dealer")),
      damage((table) => Object.assign(table.log[0]!, { rules_version: "0" })),
      damage((table) => Object.assign(table.log[0]!, { seats: [{ name: "Anna" }] })),
      damage((table) =>
        Object.assign(table.log[0]!, { seats: [{ name: "Anna" }, { name: "B", level: "god" }] }),
      ),
      good,
    ];
    const refused = tables.length - 1;
    expect(await importTables(game, store, tables, ENGINE)).toEqual({
      added: 1,
      known: 0,
      refused,
    });
    expect((await store.tables()).map(({ id }) => id)).toEqual(["device.good"]);
  });
});

import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LOG_VERSION } from "../table/log";
import { Store, type TableRow } from "./store";

const ROW: TableRow = {
  id: "device.test",
  created: "2026-11-25T12:00:00Z",
  changed: "2026-11-25T12:00:00Z",
  over: false,
  closed: null,
  round: 0,
  preset: "pagat",
  options: {},
  seats: [],
  places: null,
  handedOver: null,
  engine: "/assets/worker.js",
  wire: 1,
  version: LOG_VERSION,
};

let store: Store;

beforeEach(async () => {
  store = await Store.open();
  await store.append(ROW, [], 0);
});

afterEach(async () => {
  await store.clear();
  await store.close();
});

it("opens the database again after it was closed", async () => {
  await store.close();
  await store.change(ROW.id, { round: 2 });
  expect(await store.tables()).toEqual([{ ...ROW, round: 2 }]);
});

it("lists only tables that count, and deletes the others", async () => {
  const id = "device.what-if";
  const at = ROW.created;
  const event = { type: "round", seq: 1, at, dealer: 0, pack: "" } as const;
  await store.append({ ...ROW, id, whatIf: true }, [event], 1);
  expect(await store.tables()).toEqual([ROW]);
  expect([await store.table(id), await store.log(id)]).toEqual([
    { ...ROW, id, whatIf: true },
    [event],
  ]);
  await store.deleteWhatIfs();
  expect([await store.table(id), await store.log(id)]).toEqual([undefined, []]);
  expect(await store.table(ROW.id)).toEqual(ROW);
});

it("deletes one table", async () => {
  const id = "device.other";
  const event = { type: "round", seq: 1, at: ROW.created, dealer: 0, pack: "" } as const;
  for (const row of [ROW, { ...ROW, id }]) await store.append(row, [event], 1);
  await store.delete(id);
  expect([await store.tables(), await store.log(ROW.id), await store.log(id)]).toEqual([
    [ROW],
    [event],
    [],
  ]);
});

it("plays a table that names no version", async () => {
  await store.change(ROW.id, { version: undefined as unknown as number });
  expect((await store.table(ROW.id))!.closed).toBeNull();
  expect(await store.playableLog((await store.table(ROW.id))!)).toEqual([]);
});

it.each([
  [0, "older_log"],
  [LOG_VERSION + 1, "newer_log"],
])("closes a table whose log is of version %s", async (version, closed) => {
  await store.change(ROW.id, { version: version as number });
  const row = (await store.table(ROW.id))!;
  expect([row.closed, (await store.tables())[0]?.closed]).toEqual([closed, closed]);
  await expect(store.playableLog(row)).rejects.toMatchObject({ code: closed });
});

it("counts hints for the present decision, and keeps their number", async () => {
  const event = { type: "round", seq: 1, at: ROW.created, dealer: 0, pack: "" } as const;
  await store.append(ROW, [event], 1);
  expect(await store.countHint(ROW.id, 1)).toBe(true);
  expect(await store.countHint(ROW.id, 2)).toBe(false);
  expect(await store.countHint("device.other", 1)).toBe(false);
  await store.append(ROW, [event, { ...event, seq: 2 }], 1);
  expect(await store.countHint(ROW.id, 1)).toBe(false);
  expect((await store.table(ROW.id))?.hints).toBe(1);
});

it("gives way to a newer version, and then fails", async () => {
  const newer = indexedDB.open("schwimmen", 2);
  const opened = new Promise((resolve) => (newer.onsuccess = resolve));
  await opened;
  await expect(store.tables()).rejects.toThrow(/version/i);
  newer.result.close();
  await new Promise((resolve) => (indexedDB.deleteDatabase("schwimmen").onsuccess = resolve));
});

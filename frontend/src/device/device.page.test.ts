import { afterEach, describe, expect, it, vi } from "vitest";
import { storeTable } from "../../testing/device-tables";
import {
  click,
  element,
  find,
  openPage,
  type Request,
  see,
  textOf,
  until,
} from "../../testing/page";
import type { Language } from "../i18n";
import { router } from "../router/router.svelte";
import { Store } from "./storage/store";
import { LOG_VERSION } from "./table/log";

const INSTANT = { pace: "instant" } as const;

const stored = async (id: string) => {
  const store = await Store.open();
  const [row, log] = [await store.table(id), await store.log(id)];
  store.close();
  return { row, log };
};

/** Change the stored tables and events. */
const edit = (change: (tables: IDBObjectStore, events: IDBObjectStore) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open("schwimmen");
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(["tables", "events"], "readwrite");
      change(transaction.objectStore("tables"), transaction.objectStore("events"));
      transaction.oncomplete = () => {
        database.close();
        resolve();
      };
      transaction.onabort = () => reject(new Error("nothing is changed"));
    };
  });

const seq = () => Number(find("table")?.dataset["seq"]);

/** Wait until the player's turn or the end of the round. */
const turn = () =>
  until(() => {
    const { myTurn, phase } = find("table")?.dataset ?? {};
    if (myTurn !== "true" && phase !== "over") throw new Error("others are to move");
  });

/** Pass, and wait until it is stored. */
async function pass(id: string) {
  await turn();
  await click("act-pass");
  await turn();
  expect((await stored(id)).log).toHaveLength(seq());
}

const running = () =>
  storeTable({ until: ({ toAct, legalActions }) => toAct === 0 && legalActions.includes("pass") });
const finished = () =>
  storeTable({ options: { special: "none", lives: 1 }, until: (match) => match.over });

/** A server that opens a table. */
const opening = {
  "POST /api/tables": { id: "abc" },
  "/api/tables/abc": { seats: [{ seat: 0, name: "Anna", level: null, you: true }] },
};

afterEach(() => vi.restoreAllMocks());

// These tests come first: a device that has started does not check this again.
describe("a device that cannot play", () => {
  it.each<[string, string, () => unknown]>([
    [
      "the rules cannot be loaded",
      "could not be loaded",
      () => {
        vi.spyOn(globalThis, "requestIdleCallback").mockImplementation((run) => +setTimeout(run));
        vi.spyOn(WebAssembly, "instantiate").mockRejectedValue(new Error("a test fails this"));
      },
    ],
    [
      "the browser stores nothing",
      "does not let the page store",
      () =>
        vi.spyOn(indexedDB, "open").mockImplementation(() => {
          throw new DOMException("no", "SecurityError");
        }),
    ],
  ])("says that %s, and lets the server play", async (_, words, cause) => {
    cause();
    await openPage("/", { server: opening });
    await see("start-place", words);
    await click("start-play");
    await until(() => expect(location.pathname).toBe("/t/abc"));
  });
});

describe("a device that can play", () => {
  it("lets the server play if the player wants it", async () => {
    await openPage("/", { server: opening, settings: { playOn: "server" } });
    await click("start-play");
    await until(() => expect(location.pathname).toBe("/t/abc"));
    expect(find("start-place")).toBeNull();
  });
});

describe("a table on the device", () => {
  it.each([
    ["QuotaExceededError", "storage is full"],
    ["UnknownError", "could not store"],
  ])("refuses a move that cannot be stored (%s)", async (error, words) => {
    const id = await running();
    await openPage(`/t/${id}`, { settings: INSTANT });
    await turn();
    const before = await stored(id);
    const failing = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
      throw new DOMException("a test fails this", error);
    });
    await click("act-pass");
    await until(() => expect(textOf(document.body)).toContain(words));
    expect(await stored(id)).toEqual(before);
    expect(seq()).toBe(before.log.length);
    failing.mockRestore();
    await pass(id);
  });

  it("is stored again if the browser has deleted it", async () => {
    const id = await running();
    await openPage(`/t/${id}`, { settings: INSTANT });
    await turn();
    await edit((tables, events) => {
      tables.clear();
      events.clear();
    });
    await pass(id);
    await openPage(`/t/${id}`, { settings: INSTANT });
    await turn();
    expect(seq()).toBe((await stored(id)).log.length);
  });

  it.each<[string, (events: IDBObjectStore, id: string) => void]>([
    ["an event is missing", (events, id) => events.delete([id, 2])],
    ["the first event is gone", (events, id) => events.delete([id, 1])],
    ["all events are gone", (events, id) => events.delete(IDBKeyRange.bound([id, 0], [id, 999]))],
    ["no round was dealt", (events, id) => events.delete(IDBKeyRange.bound([id, 2], [id, 999]))],
    [
      "a pack is wrong",
      (events, id) => {
        const reading = events.get([id, 2]) as IDBRequest<{ body: { pack: string } }>;
        reading.onsuccess = () => {
          reading.result.body.pack = "AS AS";
          events.put(reading.result);
        };
      },
    ],
  ])("is closed alone if its log is damaged: %s", async (_, damage) => {
    const [sound, damaged] = [await running(), await running()];
    const before = await stored(damaged);
    await edit((_, events) => damage(events, damaged));
    expect((await stored(damaged)).log).not.toEqual(before.log);
    await openPage(`/t/${damaged}`, { settings: INSTANT });
    await see("connection", "damaged");
    await element("delete-ask");
    await openPage(`/t/${sound}`, { settings: INSTANT });
    await pass(sound);
  });

  it("is played by this page if the script that began it speaks another version", async () => {
    const id = await running();
    await edit((tables) => {
      const reading = tables.get(id) as IDBRequest<object>;
      reading.onsuccess = () =>
        tables.put({ ...reading.result, engine: "/assets/other.js", wire: 0 });
    });
    await openPage(`/t/${id}`, { settings: INSTANT });
    await pass(id);
  });

  it.each<[string, Language, number, string]>([
    ["an earlier", "en", 0, "from an earlier version of the game and cannot be continued"],
    ["an earlier", "de", 0, "aus einer früheren Version des Spiels"],
    ["an earlier", "nl", 0, "uit een eerdere versie van het spel"],
    ["a newer", "en", LOG_VERSION + 1, "from a newer version of the game and cannot be continued"],
    ["a newer", "de", LOG_VERSION + 1, "aus einer neueren Version des Spiels"],
    ["a newer", "nl", LOG_VERSION + 1, "uit een nieuwere versie van het spel"],
  ])("is kept if it is of %s version, until the player deletes it (%s)", async (...given) => {
    const [, language, version, words] = given;
    const id = await running();
    await edit((tables) => {
      const reading = tables.get(id) as IDBRequest<object>;
      reading.onsuccess = () => {
        tables.put({ ...reading.result, engine: "/assets/other.js", version });
      };
    });
    const { log } = await stored(id);
    await openPage("/matches", { server: { "/api/tables": [] }, settings: { language } });
    await click(`why-${id}`);
    await see("connection", words);
    await element("download-record");
    await click("delete-ask");
    await click("delete-keep");
    await element("delete-ask");
    expect(await stored(id)).toMatchObject({ row: { id, over: false }, log });
    await click("delete-ask");
    await click("delete-sure");
    await until(() => expect(location.pathname).toBe("/matches"));
    expect(await stored(id)).toEqual({ row: undefined, log: [] });
  });

  it("is missing if it is on another device", async () => {
    await openPage("/t/device.0000000000");
    await until(() => expect(textOf(document.body)).toContain("does not exist"));
  });
});

describe("a finished match", () => {
  /** A server that keeps the matches handed over. */
  const receiving = () => {
    const matches: Request[] = [];
    const receive = (match: Request) => {
      matches.push(match);
      return { id: "abc" };
    };
    return { matches, server: { "POST /api/tables/device": receive } };
  };
  const handedOver = async (id: string) => (await stored(id)).row?.handedOver ?? null;

  it("is handed over once, and only if the player wants it", async () => {
    const { matches, server } = receiving();
    const id = await finished();
    await openPage("/settings", { server, settings: { handOver: false } });
    expect(await element("setting-handOver")).toHaveProperty("checked", false);
    router.go("/");
    await element("start-play");
    router.go("/settings");
    await click("setting-handOver");
    expect(matches).toEqual([]);
    router.go("/");
    await until(() => expect(matches).toHaveLength(1));
    await vi.waitFor(async () => expect(await handedOver(id)).not.toBeNull());
    await openPage("/", { server });
    await element("start-play");
    router.go("/rules");
    await element("rules-variant");
    expect(matches).toHaveLength(1);
  });

  it("asks the browser once to keep the storage", async () => {
    const { server } = receiving();
    const persist = vi.spyOn(navigator.storage, "persist");
    const persisted = vi.spyOn(navigator.storage, "persisted");
    await openPage(`/t/${await running()}`, { server, settings: INSTANT });
    await turn();
    expect(persist).not.toHaveBeenCalled();
    for (const number of [1, 2]) {
      await openPage(`/t/${await finished()}`, { server });
      await until(() => expect(persisted).toHaveBeenCalledTimes(number));
      await Promise.all(persisted.mock.results.map(({ value }) => value));
      persisted.mockResolvedValue(true);
    }
    expect(persist).toHaveBeenCalledOnce();
  });
});

describe("a file of another kind", () => {
  /** Choose a file with this text. */
  async function choose(id: string, text: string) {
    const input = (await element(id)) as HTMLInputElement;
    Object.defineProperty(input, "files", { value: [new File([text], "file.json")] });
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  it.each([
    ["hello", "not saved here"],
    ['{"format": "schwimmen-device/2"}', "newer version"],
    ['{"format": "schwimmen-device/1"}', "damaged"],
  ])("is not added to this device: %s", async (text, problem) => {
    await openPage("/settings");
    await choose("archive-import", text);
    await see("archive-problem", problem);
  });

  it.each([
    ["hello", "cannot be read from line 1, column 1"],
    ['{"format": "schwimmen-match/9"}', "newer version"],
    ['{"format": "other"}', "not the record of a match"],
  ])("is not watched: %s", async (text, problem) => {
    await openPage("/record");
    await choose("record-file", text);
    await see("record-problem", problem);
  });
});

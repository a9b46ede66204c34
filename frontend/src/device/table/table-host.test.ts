import "fake-indexeddb/auto";
import type { Game } from "schwimmen";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { BOT_PAUSE_MS } from "../../api/constants.generated";
import { DeviceTable } from "./device-table";
import { LOG_VERSION, type LogSeat } from "./log";
import { loadGame } from "../fixtures";
import { Store } from "../storage/store";
import { TableHost, type Client } from "./table-host";
import { rowOf } from "../storage/table-row";

const ENGINE = "/assets/worker.js";
const ID = "device.test";

/** The part of a message of the table that tests read. */
interface Message {
  type: string;
  id?: string;
  seq?: number;
  code?: string;
  events?: { seq: number; at: string; type: string; acted_by?: string }[];
  state?: { view: { phase: string; to_act?: number }; own?: { choices?: { action: string }[] } };
}

/** A page that records the messages it gets. */
class FakePage implements Client {
  sent: Message[] = [];
  closed: number | null = null;
  send(message: object) {
    this.sent.push(message as Message);
  }
  close(code: number) {
    this.closed = code;
  }
  last(type: string): Message | undefined {
    return this.sent.findLast((message) => message.type === type);
  }
}

let game: Game;
let store: Store;
let now = new Date("2026-11-25T12:00:00Z");

beforeAll(async () => {
  game = await loadGame();
});

beforeEach(async () => {
  store = await Store.open();
  const seats: LogSeat[] = [{ name: "Anna" }, { name: "Bert", level: "greedy" }];
  const table = DeviceTable.create(
    game,
    ID,
    { preset: "dutch", options: { special: "none" }, seats }, // no hand ends the round at once
    now.toISOString(),
  );
  await store.append(rowOf(table, ENGINE), table.log, table.seq);
});

afterEach(async () => {
  vi.useRealTimers();
  await store.clear();
  store.close();
});

const newHost = () => new TableHost(ID, { game, store, engine: ENGINE, now: () => now });
const say = (host: TableHost, page: FakePage, message: object) =>
  host.receive(page, JSON.stringify({ v: 1, ...message }));

/** Connect a page; return it once it is the person's turn. */
async function atTheTable(host: TableHost, pace = "instant"): Promise<FakePage> {
  const page = new FakePage();
  await say(host, page, { type: "hello", last_seq: null, pace });
  return page;
}

const choiceOf = (page: FakePage): string | undefined =>
  page.sent.findLast(({ state }) => state !== undefined)?.state?.own?.choices?.[0]?.action;

describe("a table that the worker plays", () => {
  it("moves its bots, executes a command once, and deals on request", async () => {
    const host = newHost();
    const page = await atTheTable(host);
    await vi.waitFor(() => expect(choiceOf(page)).toBeDefined());
    const play = { type: "play", id: "one", action: choiceOf(page) };
    await say(host, page, play);
    const accepted = page.last("accepted");
    await say(host, page, play);
    expect(page.last("accepted")).toEqual(accepted);
    const stored = await store.log(ID);
    expect(stored.filter((event) => "client_id" in event)).toHaveLength(1);
    await say(host, page, { type: "deal", id: "two" });
    expect(page.last("refused")?.code).toBe("round_running");
    host.stop();
  });

  it("waits for the pause of the pace, and for pages", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const host = newHost();
    const page = await atTheTable(host, "relaxed");
    const before = (await store.log(ID)).length;
    if (choiceOf(page) !== undefined) {
      await say(host, page, { type: "play", id: "one", action: choiceOf(page) });
    }
    const begun = page.sent.length;
    await vi.advanceTimersByTimeAsync(BOT_PAUSE_MS - 50);
    expect(page.sent).toHaveLength(begun);
    await vi.advanceTimersByTimeAsync(100);
    await vi.waitFor(() => expect(page.sent.length).toBeGreaterThan(begun));
    expect((await store.log(ID)).length).toBeGreaterThan(before);
    host.leave(page);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("never lets a later event have an earlier time", async () => {
    const host = newHost();
    const page = await atTheTable(host);
    await vi.waitFor(() => expect(choiceOf(page)).toBeDefined());
    now = new Date("1999-01-01T00:00:00Z");
    await say(host, page, { type: "play", id: "one", action: choiceOf(page) });
    const times = (await store.log(ID)).map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    now = new Date("2026-11-25T12:00:00Z");
    host.stop();
  });

  it("continues from the events that another tab has stored", async () => {
    const [here, there] = [newHost(), newHost()];
    const page = await atTheTable(here);
    await vi.waitFor(() => expect(choiceOf(page)).toBeDefined());
    const other = await atTheTable(there);
    await vi.waitFor(() => expect(choiceOf(other)).toBeDefined());
    await say(there, other, { type: "play", id: "there", action: choiceOf(other) });
    await say(here, page, { type: "play", id: "here", action: choiceOf(page) });
    const stored = await store.log(ID);
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, place) => place + 1));
    here.stop();
    there.stop();
  });

  it("executes a command once that another tab has executed", async () => {
    const [here, there] = [newHost(), newHost()];
    const page = await atTheTable(here);
    await vi.waitFor(() => expect(choiceOf(page)).toBeDefined());
    const other = await atTheTable(there, "relaxed");
    const play = { type: "play", id: "one", action: choiceOf(page) };
    await say(there, other, play);
    await say(here, page, play);
    expect(page.last("accepted")).toEqual(other.last("accepted"));
    expect(page.last("refused")).toBeUndefined();
    expect(page.last("events")?.seq).toBe(page.last("accepted")?.seq);
    here.stop();
    there.stop();
  });

  it("sends a page the events that it has missed", async () => {
    const host = newHost();
    const page = await atTheTable(host);
    const all = page.last("welcome")?.events ?? [];
    await say(host, page, { type: "hello", last_seq: 1, pace: "instant" });
    expect(page.last("welcome")?.events?.slice(0, all.length - 1)).toEqual(all.slice(1));
    await say(host, page, { type: "hello", last_seq: 10_000 });
    expect(page.last("welcome")?.events?.[0]?.seq).toBe(1);
    host.stop();
  });

  it.each([
    ["not JSON", "bad_message"],
    [JSON.stringify([1]), "bad_message"],
    [JSON.stringify({ v: 9, type: "hello" }), "version"],
    [JSON.stringify({ v: 1, type: "play", id: "a", action: 7 }), "bad_message"],
    [JSON.stringify({ v: 1, type: "play", id: "a", action: "castle" }), "illegal_action"],
    [JSON.stringify({ v: 1, type: "say", id: "a", text: "hello" }), "chat_off"],
    [JSON.stringify({ v: 1, type: "rematch", id: "a" }), "one_person"],
  ])("refuses %s", async (text, code) => {
    const host = newHost();
    const page = await atTheTable(host);
    await vi.waitFor(() => expect(choiceOf(page)).toBeDefined());
    await host.receive(page, text);
    expect(page.last("refused")?.code).toBe(code);
    host.stop();
  });

  it.each([
    [LOG_VERSION - 1, "older_log"],
    [LOG_VERSION + 1, "newer_log"],
  ])("refuses a log of version %s, and keeps it", async (version, code) => {
    const log = await store.log(ID);
    await store.change(ID, { version });
    const host = newHost();
    const page = await atTheTable(host);
    expect(page.sent.map(({ type, code }) => [type, code])).toEqual([["closed", code]]);
    expect(await store.log(ID)).toEqual(log);
    host.stop();
  });

  it("goes on with a log in the version that stored it", async () => {
    await store.change(ID, { version: LOG_VERSION + 1 });
    await atTheTable(newHost());
    await store.change(ID, { version: LOG_VERSION });
    expect((await store.table(ID))?.closed).toBeNull();
    const host = newHost();
    const page = await atTheTable(host);
    expect(page.last("welcome")).toBeDefined();
    host.stop();
  });

  it("answers a ping before the hello, as the server does", async () => {
    const page = new FakePage();
    await say(newHost(), page, { type: "ping", id: "a" });
    expect(page.sent).toEqual([{ v: 1, type: "pong", id: "a" }]);
  });

  it("asks for a hello first, and closes the connection with a table that is not here", async () => {
    const page = new FakePage();
    const host = newHost();
    await say(host, page, { type: "play", id: "a", action: "pass" });
    expect(page.last("refused")?.code).toBe("hello_first");
    const missing = new TableHost("device.other", { game, store, engine: ENGINE });
    await say(missing, page, { type: "hello", last_seq: null });
    expect(page.closed).toBe(4404);
  });
});

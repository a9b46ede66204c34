import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TableInfo, ClockState, Update, Welcome } from "../../api/wire";
import { seatView, view } from "../fixtures";
import { TablePeople, type TableContext } from "./people.svelte";
import { person, settings } from "./fixtures";
import { muted } from "./chat.svelte";

const announced: string[] = [];
const warned: string[] = [];
beforeEach(() => {
  announced.length = warned.length = 0;
  for (const name of muted.names) muted.toggle(name);
});

const info = (parts: Partial<TableInfo> = {}): TableInfo => ({
  id: "t1",
  rules: { preset: "pagat", options: {}, all: {}, actions: [] },
  seats: [person(0, { name: "Anna" }), person(1, { name: "Ben" })],
  created: "",
  rules_version: "",
  closed: null,
  phase: "playing",
  round: 1,
  host: 0,
  settings: settings({ seats: 2 }),
  rematch: null,
  evening: [],
  daily: null,
  ...parts,
});

function at(table: TableInfo, seat: number | null = 0, toAct = 1) {
  const context: TableContext = {
    id: table.id,
    info: table,
    seat,
    view: view({ seat, to_act: toAct, seats: [seatView(0), seatView(1)] }),
    announcer: {
      announce: (words) => announced.push(...words),
      warn: (words) => warned.push(words),
    },
    playerName: (one) => ({ name: table.seats[one]?.name ?? "", you: one === seat }),
    send: () => {},
  };
  const people = new TablePeople(context);
  const state = { seat, events: [], view: context.view, ready: [], seeds: null, times: null };
  const welcome = { ...state, presence: { seats: [0, 1], spectators: 0 }, chat: [] };
  people.welcome(welcome as unknown as Welcome);
  return {
    people,
    update: (parts: Partial<Update>) => people.update({ ...state, ...parts } as unknown as Update),
  };
}

describe("presence", () => {
  it("is announced for other players only", () => {
    const { people } = at(info());
    people.updatePresence({ seats: [0], spectators: 1 });
    people.updatePresence({ seats: [1], spectators: 1 });
    people.updatePresence({ seats: [0, 1], spectators: 2 });
    expect(announced).toEqual(["Ben disconnected.", "Ben connected."]);
  });

  it("has the absent player to move, until a bot plays for them", () => {
    const { people } = at(info());
    expect(people.absentMover).toBeNull();
    people.updatePresence({ seats: [0], spectators: 0 });
    expect(people.absentMover?.name).toBe("Ben");
    const away = info({ seats: [person(0), person(1, { away: "host" })] });
    const later = at(away);
    later.people.updatePresence({ seats: [0], spectators: 0 });
    expect(later.people.absentMover).toBeNull();
  });

  it("does not matter at a table with bots", () => {
    const { people } = at(info({ settings: null, seats: [person(0), person(1)] }), null, 0);
    people.updatePresence({ seats: [], spectators: 1 });
    expect([people.shared, people.absentMover]).toEqual([false, null]);
  });
});

describe("chat and reactions", () => {
  it("are announced, except the reader's own and those of muted players", () => {
    const { people } = at(info());
    const line = { at: "", text: "Hello" };
    people.receiveLine({ ...line, number: 1, seat: 1, name: "Ben" });
    people.receiveLine({ ...line, number: 2, seat: 1, name: "Anna" }); // from an earlier seat
    people.receiveReaction(1, "wow");
    muted.toggle("Ben");
    people.receiveLine({ ...line, number: 3, seat: 1, name: "Ben" });
    people.receiveReaction(1, "oops");
    expect(announced).toEqual(["Ben: Hello", "Ben: Wow!"]);
  });
});

describe("the other people at the table", () => {
  afterEach(() => vi.unstubAllGlobals());
  const serve = (relation: string) =>
    vi.stubGlobal("fetch", (path: string) => {
      expect(path).toBe("/api/friends/at/t1");
      return Promise.resolve(Response.json([{ seat: 1, id: "ben", relation }]));
    });

  it("are silent while they are blocked", async () => {
    const { people } = at(info());
    serve("blocked");
    await people.loadRelations();
    expect(people.relations[1]?.relation).toBe("blocked");
    people.receiveReaction(1, "wow");
    expect(announced).toEqual([]);
    serve("friend");
    await people.loadRelations();
    people.receiveReaction(1, "wow");
    expect(announced).toEqual(["Ben: Wow!"]);
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
    await people.loadRelations();
    expect(people.relations[1]?.relation).toBe("friend");
  });
});

describe("the clock", () => {
  const times = (seat: number): ClockState => ({
    now: "2026-01-01T00:00:00+00:00",
    awaited: "move",
    seat,
    due: "2026-01-01T00:00:11+00:00",
    reserve_from: null,
    reserves: [],
  });

  it.each([
    [0, ["10 seconds left."]],
    [1, []],
  ])("warns the reader only, when seat %i is to move", (seat, words) => {
    vi.useFakeTimers();
    const { people, update } = at(info());
    update({ times: times(seat) });
    vi.advanceTimersByTime(2000);
    people.clock.tick();
    expect(warned).toEqual(words);
    vi.useRealTimers();
  });
});

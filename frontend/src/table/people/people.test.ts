import { beforeEach, describe, expect, it, vi } from "vitest";
import type { EventsMessage, TableInfo, ClockState, Welcome } from "../../api/wire";
import { seatView, view } from "../fixtures";
import { TablePeople, type TableContext } from "./people.svelte";
import { person, settings } from "./fixtures";
import { muted } from "./chat.svelte";

const said: string[] = [];
const warned: string[] = [];
beforeEach(() => {
  said.length = warned.length = 0;
  for (const name of muted.names) muted.toggle(name);
});

const info = (parts: Partial<TableInfo> = {}): TableInfo => ({
  id: "t1",
  rules: { preset: "pagat", options: {}, all: {}, actions: [] },
  seats: [person(0, { name: "Anna", you: true }), person(1, { name: "Ben" })],
  created: "",
  rules_version: "",
  closed: null,
  phase: "playing",
  round: 1,
  host: 0,
  settings: settings({ seats: 2 }),
  rematch: null,
  ...parts,
});

function at(table: TableInfo, seat: number | null = 0, toAct = 1) {
  const here: TableContext = {
    id: table.id,
    info: table,
    seat,
    view: view({ seat, to_act: toAct, seats: [seatView(0), seatView(1)] }),
    announcer: { say: (words) => said.push(...words), warn: (words) => warned.push(words) },
    playerName: (one) => ({ name: table.seats[one]?.name ?? "", you: one === seat }),
    send: () => {},
  };
  const people = new TablePeople(here);
  const state = { seat, events: [], view: here.view, ready: [], seeds: null, times: null };
  const welcome = { ...state, presence: { seats: [0, 1], watching: 0 }, chat: [] };
  people.welcome(welcome as unknown as Welcome);
  return {
    people,
    take: (parts: Partial<EventsMessage>) =>
      people.take({ ...state, ...parts } as unknown as EventsMessage),
  };
}

describe("who is there", () => {
  it("is told of others as they come and go, and of nobody else", () => {
    const { people } = at(info());
    people.meet({ seats: [0], watching: 1 });
    people.meet({ seats: [1], watching: 1 });
    people.meet({ seats: [0, 1], watching: 2 });
    expect(said).toEqual(["Ben has lost touch.", "Ben is here."]);
  });

  it("is missed when it is their turn, until a bot plays for them", () => {
    const { people } = at(info());
    expect(people.missed).toBeNull();
    people.meet({ seats: [0], watching: 0 });
    expect(people.missed?.name).toBe("Ben");
    const away = info({ seats: [person(0), person(1, { away: "host" })] });
    const later = at(away);
    later.people.meet({ seats: [0], watching: 0 });
    expect(later.people.missed).toBeNull();
  });

  it("is nobody at a table with bots alone", () => {
    const { people } = at(info({ settings: null, seats: [person(0), person(1)] }), null, 0);
    people.meet({ seats: [], watching: 1 });
    expect([people.shared, people.missed]).toEqual([false, null]);
  });
});

describe("what others say", () => {
  it("is heard, but not from oneself, nor from whom one does not want to hear", () => {
    const { people } = at(info());
    const line = { at: "", text: "Hello" };
    people.hear({ ...line, number: 1, seat: 1, name: "Ben" });
    people.hear({ ...line, number: 2, seat: 1, name: "Anna" }); // before seats were given anew
    people.see(1, "wow");
    muted.toggle("Ben");
    people.hear({ ...line, number: 3, seat: 1, name: "Ben" });
    people.see(1, "oops");
    expect(said).toEqual(["Ben: Hello", "Ben: Wow!"]);
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
  ])("warns the reader when seat %i is to move", (seat, words) => {
    vi.useFakeTimers();
    const { people, take } = at(info());
    take({ times: times(seat) });
    vi.advanceTimersByTime(2000);
    people.clock.tick();
    expect(warned).toEqual(words);
    vi.useRealTimers();
  });
});

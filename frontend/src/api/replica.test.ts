import { describe, expect, it } from "vitest";
import type * as sent from "./generated";
import evenings from "./evenings.recorded.json";
import { Replica } from "./replica";

const TABLE: sent.TableInfo = {
  id: "t",
  rules: { preset: "pagat", all: { lives: 3, renew: false } },
  seats: [
    { seat: 0, name: "Anna" },
    { seat: 1, name: "Robo", level: "casual" },
  ],
  created: "2026-11-25T12:00:00Z",
  rules_version: "1",
  phase: "playing",
  round: 1,
};
const VIEW = {
  phase: "turn",
  number: 1,
  dealer: 1,
  leader: 0,
  to_act: 0,
  turns: 0,
  table: ["TH", "8S", "7S"],
  talon: 23,
  seats: [
    { seat: 0, cards: 3, turns: 0, active: true, playing: true, lives: 3, status: "in" },
    { seat: 1, cards: 3, turns: 0, active: true, playing: true, lives: 3, status: "in" },
  ],
} as sent.PublicView;
const OWN: sent.OwnView = {
  hand: ["9H", "7D", "KC"],
  value: 10,
  suit: "C",
  choices: [{ action: "7DxTH", value: 19, suit: "H" }, { action: "all!" }],
  refused: { close: "too_early" },
};

const event = (seq: number, kind?: string): sent.TableEvent => ({
  seq,
  at: "",
  type: kind === "dealt" ? "round" : "action",
  ...(kind === undefined ? {} : { history: [{ kind, rule: "R8" }] }),
});
const welcome = (
  events: sent.TableEvent[],
  state: Partial<sent.State> = {},
  parts: Partial<sent.Welcome> = {},
): sent.Welcome => ({
  v: 1,
  type: "welcome",
  seq: events.at(-1)?.seq ?? 0,
  events,
  state: { table: TABLE, ...state },
  presence: { seats: [0], spectators: 0 },
  chat: [],
  ...parts,
});
const update = (
  since: number,
  events: sent.TableEvent[],
  changes: Record<string, unknown> = {},
  parts: Partial<sent.EventsMessage> = {},
): sent.EventsMessage => ({
  v: 1,
  type: "events",
  since,
  seq: events.at(-1)?.seq ?? since,
  events,
  changes,
  ...parts,
});
const FIRST = [event(1), event(2, "dealt")];

describe("a state", () => {
  it("gets the fields that the server leaves out", () => {
    const found = new Replica().welcome(welcome(FIRST));
    expect(found).toMatchObject({
      seat: null,
      view: null,
      times: null,
      ready: [],
      seeds: null,
      table: { closed: null, host: null, settings: null, rematch: null, evening: [] },
    });
    expect(found?.table.rules).toEqual({ ...TABLE.rules, options: {}, actions: [] });
    expect(found?.table.seats[0]).toEqual({
      seat: 0,
      name: "Anna",
      level: null,
      away: null,
      bot: null,
      invited: false,
      program: false,
      face: null,
      profile: null,
    });
    expect(found?.events[0]).toEqual({
      seq: 1,
      at: "",
      type: "action",
      seat: null,
      action: null,
      round: null,
      history: [],
      result: null,
      acted_by: null,
      reason: null,
      requested_by: null,
      rematch: null,
    });
    expect(found?.events[1]?.history[0]).toMatchObject({ seat: null, cards: [], closes: false });
  });

  it("has the server's time with the clocks, and the agreement on shuffles", () => {
    const times = { awaited: "move", seat: 0, due: "2026-11-25T12:00:09Z" } as const;
    const seeds = { phase: "settled", attempt: 1, commitment: "c" } as const;
    const now = "2026-11-25T12:00:00Z";
    const found = new Replica().welcome(welcome(FIRST, { times, seeds, ready: [1] }, { now }));
    expect(found?.times).toEqual({ ...times, now, reserve_from: null, reserves: [] });
    const waiting = new Replica().welcome(welcome(FIRST, { times: { awaited: "seeds" } }));
    expect(waiting?.times).toMatchObject({ awaited: "seeds", due: null, now: null });
    expect(found?.seeds).toEqual({ ...seeds, commitments: [], waiting_for: [] });
    expect(found?.ready).toEqual([1]);
  });
});

describe("the view of a seat", () => {
  const viewAt = (to_act: number | null, seat: number | undefined, own: sent.OwnView = OWN) =>
    new Replica().welcome(welcome(FIRST, { view: { ...VIEW, to_act }, own }, { seat }))?.view;

  it("has its legal actions with the cards that they move", () => {
    expect(viewAt(0, 0)).toMatchObject({
      seat: 0,
      value: 10,
      last_turns: false,
      aside: [],
      losses: [],
      refused: { close: "too_early", renew: "no_renew" },
      choices: [
        { action: "7DxTH", value: 19, closes: false, given: ["7D"], taken: ["TH"] },
        { action: "all!", value: null, closes: true, given: OWN.hand, taken: VIEW.table },
      ],
    });
    const choices = ["pass", "close", "renew", "keep", "take"].map((action) => ({ action }));
    for (const { given, taken, closes } of viewAt(0, 0, { choices })?.choices ?? [])
      expect([given, taken, closes]).toEqual([[], [], false]);
    const closing = [{ action: "close", closes: true }];
    expect(viewAt(0, 0, { choices: closing })?.choices[0]?.closes).toBe(true);
  });

  it.each([
    [1, "not_your_turn"],
    [null, "round_over"],
  ])("refuses all actions when seat %s is to act, as %s", (to_act, code) => {
    const refused = viewAt(to_act, 0, { hand: OWN.hand })?.refused ?? {};
    expect(new Set(Object.values(refused))).toEqual(new Set([code]));
    expect(Object.keys(refused)).toHaveLength(9);
  });

  it("is empty without cards, and for a spectator", () => {
    const empty = { hand: [], value: null, suit: null, choices: [] };
    const out = new Replica().welcome(welcome(FIRST, { view: VIEW }, { seat: 1 }));
    expect(out?.view).toMatchObject({ seat: 1, ...empty });
    expect(viewAt(0, undefined)).toMatchObject({ seat: null, ...empty, refused: {} });
  });

  it("has the results of the round with all fields", () => {
    const result = {
      dealer: 1,
      leader: 0,
      end: "close",
      turns: 3,
      hands: ["9H 7D KC", null],
      values: [10, null],
      suits: ["C", null],
    } as const;
    const view = {
      ...VIEW,
      result: { ...result, hands: [...result.hands], values: [10, null], suits: ["C", null] },
      losses: [{ seat: 0, amount: 1, rule: "R17", reason: "worst" as const }],
    };
    const found = new Replica().welcome(welcome(FIRST, { view }))?.view;
    const none = { by: null, lost: null, lives: null, status: null, points: null };
    expect(found?.result).toEqual({ ...result, ...none });
    expect(found?.losses[0]).toMatchObject({ against: null, decided: null });
  });
});

describe("changes", () => {
  it("lead from one state to the next", () => {
    const replica = new Replica();
    replica.welcome(welcome(FIRST, { view: VIEW, own: OWN }, { seat: 0 }));
    const changes = {
      view: { to_act: 1, turns: 1, table: { "0": "7D" }, seats: { "0": { last_action: "7DxTH" } } },
      own: { hand: { "1": "TH" }, choices: [], refused: [] },
      ready: [[0]],
    };
    const found = replica.apply(update(2, [event(3, "exchange")], changes, { seat: 0 }));
    expect(found).toMatchObject({ seq: 3, seat: 0, ready: [0] });
    expect(found?.view).toMatchObject({
      to_act: 1,
      talon: 23,
      table: ["7D", "8S", "7S"],
      hand: ["9H", "TH", "KC"],
      choices: [],
    });
    expect(found?.view?.seats.map(({ last_action }) => last_action)).toEqual(["7DxTH", null]);
    expect(replica.seq).toBe(3);
  });

  it("of other parts leave the table the same object", () => {
    const replica = new Replica();
    const before = replica.welcome(welcome(FIRST))?.table;
    expect(replica.apply(update(2, [event(3)], { ready: [[0]] }))?.table).toBe(before);
    const after = replica.apply(update(3, [event(4)], { table: { round: 2 } }))?.table;
    expect(after).toEqual({ ...before, round: 2 });
  });

  it("are refused unless they follow the last event", () => {
    const replica = new Replica();
    expect(replica.apply(update(0, [event(1)]))).toBeNull();
    replica.welcome(welcome(FIRST));
    for (const since of [0, 1, 3]) {
      expect(replica.apply(update(since, [event(since + 1)], { ready: [[1]] }))).toBeNull();
      expect(replica.seq).toBe(2);
    }
    expect(replica.apply(update(2, [event(3)]))?.ready).toEqual([]);
  });

  it("may lack, when the whole state comes instead", () => {
    const replica = new Replica();
    replica.welcome(welcome(FIRST, { ready: [0] }));
    const whole = { since: undefined, changes: undefined, state: { table: TABLE, view: VIEW } };
    expect(replica.apply(update(3, [event(4)], {}, whole))).toBeNull();
    const found = replica.apply(update(2, [event(3)], {}, whole));
    expect(found).toMatchObject({ seq: 3, ready: [], view: { turns: 0 } });
  });
});

describe("the history of a round", () => {
  const kinds = (found: { view: { history: readonly { kind: string }[] } | null } | null) =>
    found?.view?.history.map(({ kind }) => kind);

  it("is in the events since its deal", () => {
    const replica = new Replica();
    const first = [...FIRST, event(3, "pass"), event(4), event(5, "close")];
    const found = replica.welcome(welcome(first, { view: VIEW }));
    expect(kinds(found)).toEqual(["dealt", "pass", "close"]);
    const passed = replica.apply(update(5, [event(6, "pass"), event(7, "end")]));
    expect(kinds(passed)).toEqual(["dealt", "pass", "close", "pass", "end"]);
    const dealt = replica.apply(update(7, [event(8), event(9, "dealt"), event(10, "renew")]));
    expect(kinds(dealt)).toEqual(["dealt", "renew"]);
    expect(kinds(found)).toEqual(["dealt", "pass", "close"]); // earlier views stay as they were
  });

  it("goes on after a lost connection", () => {
    const replica = new Replica();
    replica.welcome(welcome([...FIRST, event(3, "pass")], { view: VIEW }));
    expect(kinds(replica.welcome(welcome([event(4, "close")], { view: VIEW })))).toEqual([
      "dealt",
      "pass",
      "close",
    ]);
    const again = replica.welcome(welcome([], { view: VIEW }, { seq: 4 }));
    expect(kinds(again)).toEqual(["dealt", "pass", "close"]);
    expect(replica.welcome(welcome([event(7, "pass")], { view: VIEW }))).toBeNull();
    expect(replica.seq).toBe(4);
  });

  it("begins again with the log of a server that has restored an older one", () => {
    const replica = new Replica();
    replica.welcome(welcome([...FIRST, event(3, "pass"), event(4, "pass")], { view: VIEW }));
    const restored = replica.welcome(welcome([...FIRST, event(3, "close")], { view: VIEW }));
    expect(kinds(restored)).toEqual(["dealt", "close"]);
    expect(replica.seq).toBe(3);
  });
});

describe("evenings recorded by the server's code", () => {
  /** An update as the whole state and, unless the viewer has just come or sat down, as changes. */
  interface Recorded {
    whole: sent.EventsMessage & { state: sent.State };
    changes?: sent.EventsMessage;
  }
  const arrive = (replica: Replica, { whole }: Recorded) => {
    const { presence, chat } = welcome([]);
    return replica.welcome({ ...whole, type: "welcome", presence, chat });
  };

  it("are the same by changes as by whole states", () => {
    for (const [first, ...updates] of evenings as unknown as [Recorded, ...Recorded[]][]) {
      const [byChanges, byStates] = [new Replica(), new Replica()];
      expect(arrive(byChanges, first)).toEqual(arrive(byStates, first));
      for (const { whole, changes } of updates) {
        const expected = byStates.apply(whole);
        expect(expected).not.toBeNull();
        expect(byChanges.apply(changes ?? whole)).toEqual(expected);
      }
    }
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { events, setUp, welcome } from "./table-socket.fixtures";
import { NO_SPECTATORS } from "./constants.generated";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("moves", () => {
  it("are sent again under the same id until the server responds", () => {
    const { socket, latest, connect, seen } = setUp();
    connect(1);
    socket.send({ type: "play", action: "9DxTH" });
    const first = latest().ofType("play");
    latest().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(300);
    connect(1);
    expect(latest().ofType("play")).toEqual(first);
    latest().receive({ v: 1, type: "accepted", id: "id-0", seq: 2 });
    latest().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(300);
    connect(2);
    expect(latest().ofType("play")).toEqual([]);
    expect(seen.busy).toBe(false);
  });

  it("are kept while disconnected", () => {
    const { socket, latest, connect } = setUp();
    connect(1);
    latest().onclose?.({ code: 1006 });
    socket.send({ type: "deal" });
    vi.advanceTimersByTime(300);
    connect(1);
    expect(latest().ofType("deal")).toHaveLength(1);
  });

  it("keep the socket busy until their events have arrived", () => {
    const { socket, latest, connect, seen } = setUp();
    connect(1);
    socket.send({ type: "play", action: "pass" });
    expect(seen.busy).toBe(true);
    latest().receive({ v: 1, type: "accepted", id: "id-0", seq: 2 });
    expect(seen.busy).toBe(true);
    latest().receive(events(2));
    expect(seen.busy).toBe(false);
  });

  it("are dropped and reported when refused", () => {
    const { socket, latest, connect, seen } = setUp();
    connect(1);
    socket.send({ type: "play", action: "close" });
    latest().receive({ v: 1, type: "refused", id: "id-0", code: "illegal_action", message: "no" });
    expect(seen).toMatchObject({ busy: false, refused: ["no"] });
  });
});

describe("the pace of bots", () => {
  it("is sent when it changes, and with every hello", () => {
    const { socket, latest, connect } = setUp();
    connect(1);
    socket.pace("relaxed");
    socket.pace("quick");
    expect(latest().ofType("pace")).toEqual([{ v: 1, type: "pace", pace: "quick" }]);
    latest().onclose?.({ code: 1006 });
    socket.pace("instant");
    vi.advanceTimersByTime(300);
    latest().onopen?.();
    expect(latest().sent).toEqual([{ v: 1, type: "hello", last_seq: 1, pace: "instant" }]);
    socket.pace("relaxed");
    expect(latest().ofType("pace")).toEqual([]);
    latest().receive(welcome(1));
    expect(latest().ofType("pace")).toEqual([{ v: 1, type: "pace", pace: "relaxed" }]);
  });

  it("is sent when the player becomes the host", () => {
    const { latest } = setUp();
    const table = { host: 1, settings: {} };
    latest().onopen?.();
    latest().receive({ ...welcome(1), table });
    expect(latest().ofType("pace")).toEqual([]);
    latest().receive({ ...events(2), seat: 0, table: { ...table, host: 0 } });
    latest().receive({ ...events(3), seat: 0, table: null });
    expect(latest().ofType("pace")).toEqual([{ v: 1, type: "pace", pace: "relaxed" }]);
    latest().receive({ ...events(4), seat: 0, table });
    latest().receive({ ...events(5), seat: 0, table: { ...table, host: 0 } });
    expect(latest().ofType("pace")).toHaveLength(2);
  });

  it("is not sent by spectators", () => {
    const { socket, latest } = setUp();
    latest().onopen?.();
    latest().receive(welcome(1, null));
    socket.pace("instant");
    expect(latest().ofType("pace")).toEqual([]);
  });
});

describe("events", () => {
  it("arrive once and in order", () => {
    const { latest, connect, seen } = setUp();
    connect(3);
    latest().receive(events(3, 4));
    latest().receive(events(4));
    latest().receive(events(5));
    expect(seen.events.flatMap((message) => message.events.map(({ seq }) => seq))).toEqual([4, 5]);
  });

  it("are requested again when one is missing", () => {
    const { latest, sockets, connect, seen } = setUp();
    connect(3);
    latest().receive(events(5));
    expect(seen.events).toEqual([]);
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(2);
    latest().onopen?.();
    expect(latest().sent[0]).toMatchObject({ type: "hello", last_seq: 3 });
  });
});

describe("a command in the background", () => {
  it("does not block the next move, and is sent again with its id", () => {
    const { socket, latest, connect, seen } = setUp();
    connect(1);
    socket.send({ type: "say", text: "Hello" });
    expect(seen.busy).toBe(false);
    const [said] = latest().ofType("say");
    latest().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(300);
    connect(1);
    expect(latest().ofType("say")).toEqual([said]);
  });

  it("is dropped instead of sent late if it is a reaction", () => {
    const { socket, latest, connect } = setUp();
    socket.send({ type: "react", reaction: "wow" });
    connect(1);
    expect(latest().ofType("react")).toEqual([]);
    socket.send({ type: "react", reaction: "wow" });
    expect(latest().ofType("react")).toHaveLength(1);
    latest().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(300);
    connect(1);
    expect(latest().ofType("react")).toEqual([]);
  });

  it("is reported when it comes from others", () => {
    const { latest, connect, seen } = setUp();
    connect(1);
    latest().receive({ v: 1, type: "presence", presence: { seats: [0, 2], watching: 3 } });
    latest().receive({
      v: 1,
      type: "said",
      line: { number: 1, at: "", seat: 2, name: "B", text: "x" },
    });
    latest().receive({ v: 1, type: "reacted", seat: 2, reaction: "wow" });
    expect(seen.presences).toEqual([{ seats: [0, 2], watching: 3 }]);
    expect(seen.said).toEqual(["x"]);
    expect(seen.reacted).toEqual([[2, "wow"]]);
  });
});

describe("a refusal", () => {
  it("names the command, which is not sent again", () => {
    const { socket, latest, connect, seen } = setUp();
    connect(1);
    socket.send({ type: "join", name: "Anna", seat: null });
    const [{ id }] = latest().ofType("join") as unknown as [{ id: string }];
    latest().receive({
      v: 1,
      type: "refused",
      id,
      code: "name_taken",
      reason: null,
      message: "taken",
      legal: null,
    });
    expect(seen.refusedCommands).toEqual(["join"]);
    expect(seen.busy).toBe(false);
  });

  it("is final if the table does not admit spectators", () => {
    const { latest, sockets, states } = setUp();
    latest().onopen?.();
    latest().onclose?.({ code: NO_SPECTATORS });
    expect(states).toEqual(["shut"]);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });
});

describe("a message without events", () => {
  it("is handled: it may be about clocks or shuffles", () => {
    const { latest, connect, seen } = setUp();
    connect(4);
    latest().receive(events());
    expect(seen.events).toHaveLength(1);
    latest().receive(events(4));
    expect(seen.events).toHaveLength(1);
  });
});

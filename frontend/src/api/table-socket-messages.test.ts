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
    latest().receive(events([2]));
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
    const { socket, latest, answer, connect } = setUp();
    connect(1);
    socket.pace("relaxed");
    socket.pace("quick");
    expect(latest().ofType("pace")).toEqual([{ v: 1, type: "pace", pace: "quick" }]);
    latest().onclose?.({ code: 1006 });
    socket.pace("instant");
    vi.advanceTimersByTime(300);
    latest().onopen?.();
    expect(latest().sent).toMatchObject([{ type: "hello", last_seq: 1, pace: "instant" }]);
    socket.pace("relaxed");
    expect(latest().ofType("pace")).toEqual([]);
    answer(1);
    expect(latest().ofType("pace")).toEqual([{ v: 1, type: "pace", pace: "relaxed" }]);
  });

  it("is sent when the player becomes the host", () => {
    const { latest, connect } = setUp();
    connect(1, { host: 1, settings: { seats: 3 } });
    expect(latest().ofType("pace")).toEqual([]);
    latest().receive(events([2], { table: { host: 0 } }));
    latest().receive(events([3]));
    expect(latest().ofType("pace")).toEqual([{ v: 1, type: "pace", pace: "relaxed" }]);
    latest().receive(events([4], { table: { host: 1 } }));
    latest().receive(events([5], { table: { host: 0 } }));
    expect(latest().ofType("pace")).toHaveLength(2);
  });

  it("is not sent by spectators", () => {
    const { socket, latest } = setUp();
    latest().onopen?.();
    latest().receive(welcome(1, { seat: null }));
    socket.pace("instant");
    expect(latest().ofType("pace")).toEqual([]);
  });
});

/** Return the numbers of all events that arrived. */
const received = (seen: ReturnType<typeof setUp>["seen"]) =>
  seen.events.flatMap(({ events }) => events.map(({ seq }) => seq));

describe("events", () => {
  it("bring the changes of the state", () => {
    const { latest, connect, seen } = setUp();
    connect(3);
    latest().receive(events([4, 5], { ready: [[0]] }));
    latest().receive(events([6], { ready: { "1": 2 }, table: { round: 2 } }));
    expect(received(seen)).toEqual([4, 5, 6]);
    expect(seen.events.map(({ ready }) => ready)).toEqual([[0], [0, 2]]);
    expect(seen.events.map(({ table }) => table.round)).toEqual([1, 2]);
  });

  it.each([
    ["lost", [events([5])]],
    ["doubled", [events([4]), events([4])]],
    ["reordered", [events([5]), events([4])]],
    ["combined with others", [events([4]), events([4, 5])]],
  ])("that were %s lead to another hello on the same connection", (_, messages) => {
    const { latest, sockets, answer, connect, seen, states } = setUp();
    connect(3);
    for (const message of messages) latest().receive(message);
    const last_seq = received(seen).at(-1) ?? 3;
    expect(latest().ofType("hello").slice(1)).toMatchObject([{ last_seq, views: "changes" }]);
    // Nothing is applied until the welcome, which has the missing events.
    latest().receive(events([last_seq + 1]));
    expect(received(seen).at(-1) ?? 3).toBe(last_seq);
    answer(7);
    expect(seen.welcomes.at(-1)?.events[0]?.seq).toBe(last_seq + 1);
    latest().receive(events([8]));
    expect(received(seen).at(-1)).toBe(8);
    expect(sockets).toHaveLength(1);
    expect(states).toEqual(["open"]);
  });

  it("may bring a whole state instead of changes, if they follow the last one", () => {
    const { latest, connect, seen } = setUp();
    connect(3);
    const { state } = welcome(5, { table: { round: 9 } });
    latest().receive({ ...events([4, 5]), since: undefined, changes: undefined, state });
    expect(seen.events.at(-1)?.table.round).toBe(9);
    latest().receive({ ...events([8]), since: undefined, changes: undefined, state });
    expect(received(seen)).toEqual([4, 5]);
    expect(latest().ofType("hello")).toHaveLength(2);
  });

  it("are fetched by another connection if the hello is refused", () => {
    const { latest, sockets, connect } = setUp();
    connect(3);
    latest().receive(events([5]));
    latest().receive({ v: 1, type: "refused", id: null, code: "too_many", message: "no" });
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
    latest().receive({ v: 1, type: "presence", presence: { seats: [0, 2], spectators: 3 } });
    latest().receive({
      v: 1,
      type: "said",
      line: { number: 1, at: "", seat: 2, name: "B", text: "x" },
    });
    latest().receive({ v: 1, type: "reacted", seat: 2, reaction: "wow" });
    expect(seen.presences).toEqual([{ seats: [0, 2], spectators: 3 }]);
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
    latest().receive({ ...events([]), since: 4, seq: 4, changes: { ready: [[0]] } });
    expect(seen.events.map(({ ready }) => ready)).toEqual([[0]]);
    latest().receive(events([5]));
    expect(received(seen)).toEqual([5]);
  });
});

describe("a welcome", () => {
  it("may come again, with the whole state", () => {
    const { latest, connect, seen } = setUp();
    connect(4);
    latest().receive(welcome(4, { known: 4, table: { round: 3 } }));
    expect(seen.welcomes.map(({ table }) => table.round)).toEqual([1, 3]);
    latest().receive(events([5]));
    expect(received(seen)).toEqual([5]);
  });

  it("with events missing before it leads to another hello", () => {
    const { latest, answer, connect, seen } = setUp();
    connect(4);
    latest().receive(welcome(6, { known: 5 }));
    expect(seen.welcomes).toHaveLength(1);
    expect(latest().ofType("hello").at(-1)).toMatchObject({ last_seq: 4 });
    answer(6);
    expect(seen.welcomes.at(-1)?.events.map(({ seq }) => seq)).toEqual([5, 6]);
  });
});

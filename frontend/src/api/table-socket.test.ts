import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FakeSocket, events, setUp } from "./table-socket.fixtures";
import { NO_SUCH_TABLE, SIGNED_OUT } from "./constants.generated";
import { newId } from "./table-socket";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("saying hello", () => {
  it("asks for all events first, and for the missing ones after a loss", () => {
    const { latest, sockets, answer, connect, states } = setUp();
    connect(7);
    latest().receive(events([8]));
    expect(latest().sent[0]).toEqual({
      v: 1,
      type: "hello",
      last_seq: null,
      views: "changes",
      pace: "relaxed",
    });
    latest().onclose?.({ code: 1006 });
    expect(states).toEqual(["open", "lost"]);
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(2);
    latest().onopen?.();
    expect(latest().sent[0]).toEqual({
      v: 1,
      type: "hello",
      last_seq: 8,
      views: "changes",
      pace: "relaxed",
    });
    answer(8);
    expect(states.at(-1)).toBe("open");
  });
});

describe("a WebSocket that does not open", () => {
  it("is reported from the second time on, until one opens", () => {
    const { latest, connect, seen } = setUp();
    const fail = () => {
      latest().onclose?.({ code: 1006 });
      vi.advanceTimersByTime(6000);
    };
    fail();
    expect(seen.unopened).toBe(0);
    fail();
    expect(seen.unopened).toBe(1);
    connect(7);
    fail();
    fail();
    expect(seen.unopened).toBe(1);
    fail();
    expect(seen.unopened).toBe(2);
  });

  it("is reported if the handshake is never answered", () => {
    const { seen } = setUp();
    vi.advanceTimersByTime(20_000);
    expect(seen.unopened).toBeGreaterThan(0);
  });
});

describe("a server that prepares its engine", () => {
  const refusal = (code: string, details: object) => ({
    v: 1,
    type: "refused",
    id: null,
    code,
    message: "",
    reason: null,
    legal: null,
    details,
  });

  it("is asked again until it is ready, and is not lost", () => {
    const { latest, sockets, connect, states, seen } = setUp();
    latest().onopen?.();
    latest().receive(refusal("engine_preparing", { seconds: 40 }));
    latest().onclose?.({ code: 1013 });
    expect(sockets[0]?.closed).toBe(true);
    vi.advanceTimersByTime(3000);
    latest().onopen?.();
    latest().receive(refusal("engine_failed", { reason: "no compiler" }));
    vi.advanceTimersByTime(3000);
    expect(sockets).toHaveLength(3);
    connect(7);
    expect(states).toEqual(["open"]);
    expect(seen.obstacles).toEqual([{ seconds: 40 }, { reason: "no compiler" }]);
    expect(seen.refused).toEqual([]);
  });

  it("gets a command that was sent meanwhile", () => {
    const { socket, latest, connect, states } = setUp();
    connect(7);
    latest().onclose?.({ code: 1012 });
    vi.advanceTimersByTime(300);
    latest().onopen?.();
    latest().receive(refusal("engine_preparing", { seconds: 1 }));
    expect(states.at(-1)).toBe("connecting");
    socket.send({ type: "play", action: "pass" });
    vi.advanceTimersByTime(1000);
    connect(7);
    expect(latest().ofType("play")).toHaveLength(1);
  });

  it("is asked at once when the page wakes up", () => {
    const { socket, latest, sockets } = setUp();
    latest().onopen?.();
    latest().receive(refusal("engine_preparing", { seconds: 40 }));
    socket.wake();
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
  });
});

describe("a server that has restored an older log", () => {
  it("is the authority", () => {
    const { socket, latest, answer, connect, seen } = setUp();
    connect(7);
    socket.send({ type: "play", action: "pass" });
    const { id } = latest().ofType("play")[0] as { id: string };
    latest().receive({ v: 1, type: "accepted", id, seq: 8 });
    expect(seen.busy).toBe(true);
    latest().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(300);
    latest().onopen?.();
    answer(5);
    expect(seen.busy).toBe(false);
    latest().receive(events([6]));
    expect(seen.events.at(-1)?.events.map(({ seq }) => seq)).toEqual([6]);
  });
});

describe("waking up", () => {
  it("pings at once", () => {
    const { socket, latest, connect, states } = setUp();
    connect(7);
    socket.wake();
    expect(latest().ofType("ping")).toHaveLength(1);
    vi.advanceTimersByTime(2000);
    expect(states.at(-1)).toBe("lost");
  });

  it("replaces a silent connection, and sends pending commands again", () => {
    const { socket, latest, answer, connect, sockets, states } = setUp();
    connect(7);
    socket.send({ type: "play", action: "pass" });
    socket.offline();
    socket.wake();
    vi.advanceTimersByTime(0);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.closed).toBe(true);
    latest().onopen?.();
    answer(7);
    expect(states).toEqual(["open", "lost", "open"]);
    expect(latest().ofType("play")).toEqual(sockets[0]?.ofType("play"));
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
  });

  it("does not interrupt the first attempt", () => {
    const { socket, sockets } = setUp();
    socket.wake();
    expect(sockets).toHaveLength(1);
  });
});

describe("a refused hello", () => {
  it("is reported and tried again", () => {
    const { latest, sockets, connect, states, seen } = setUp();
    latest().onopen?.();
    const refused = { id: null, code: "internal", message: "no", reason: null, legal: null };
    latest().receive({ v: 1, type: "refused", ...refused });
    expect(seen.refused).toEqual(["no"]);
    expect(sockets[0]?.closed).toBe(true);
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(2);
    connect(3);
    expect(states).toEqual(["lost", "open"]);
  });

  it("keeps the connection open while pongs come", () => {
    const { latest, sockets, states } = setUp();
    latest().onopen?.();
    for (let second = 0; second < 10; second++) {
      vi.advanceTimersByTime(1000);
      latest().receive({ v: 1, type: "pong", id: "" });
    }
    expect(latest().ofType("ping").length).toBeGreaterThan(5);
    expect(sockets).toHaveLength(1);
    expect(states).toEqual([]);
  });
});

describe("a silent connection", () => {
  it("is detected within three seconds", () => {
    const { connect, states } = setUp();
    connect(1);
    vi.advanceTimersByTime(3000);
    expect(states.at(-1)).toBe("lost");
  });

  it("is not one on which pongs come, and recovers with a late one", () => {
    const { latest, connect, states, sockets } = setUp();
    connect(1);
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(1000);
      latest().receive({ v: 1, type: "pong", id: "" });
    }
    expect(states).toEqual(["open"]);
    vi.advanceTimersByTime(3500);
    expect(states.at(-1)).toBe("lost");
    latest().receive({ v: 1, type: "pong", id: "" });
    expect(states.at(-1)).toBe("open");
    expect(sockets).toHaveLength(1);
  });

  it("is replaced if the silence lasts", () => {
    const { connect, sockets } = setUp();
    connect(1);
    vi.advanceTimersByTime(9000);
    expect(sockets.length).toBeGreaterThan(1);
    expect(sockets[0]?.closed).toBe(true);
  });

  it("may be one that never opens", () => {
    const { states } = setUp();
    vi.advanceTimersByTime(3000);
    expect(states).toEqual(["lost"]);
  });
});

describe("the end of a connection", () => {
  it.each([
    ["outdated", { v: 9, type: "welcome" }],
    ["outdated", { v: 1, type: "refused", id: null, code: "version", message: "no" }],
    ["too-new", { v: 0, type: "refused", id: null, code: "bad_message", message: "v: no" }],
  ])("asks for a reload as the page is %s after %j", (state, message) => {
    const { latest, sockets, states } = setUp();
    latest().onopen?.();
    latest().receive(message);
    vi.advanceTimersByTime(60_000);
    expect(states).toEqual([state]);
    expect(sockets).toHaveLength(1);
  });

  it("does not reconnect to a closed table", () => {
    const { latest, sockets, states, seen, connect } = setUp();
    connect(1);
    latest().receive({ v: 1, type: "closed", code: "rules_version", message: "no" });
    vi.advanceTimersByTime(60_000);
    expect(states.at(-1)).toBe("closed");
    expect(seen.closed).toEqual(["rules_version"]);
    expect(sockets).toHaveLength(1);
  });

  it("does not reconnect to a table that does not exist", () => {
    const refused = { v: 1, type: "refused", id: null, code: "unknown_table", message: "no" };
    for (const end of [
      (socket: FakeSocket) => socket.receive(refused),
      (socket: FakeSocket) => socket.onclose?.({ code: NO_SUCH_TABLE }),
    ]) {
      const { socket, latest, sockets, states } = setUp();
      latest().onopen?.();
      end(latest());
      socket.wake();
      vi.advanceTimersByTime(60_000);
      expect(states).toEqual(["missing"]);
      expect(sockets).toHaveLength(1);
    }
  });

  it.each(["no_spectators", "daily_hidden"])("comes with the refusal %s", (code) => {
    const { latest, states } = setUp();
    latest().onopen?.();
    latest().receive({ v: 1, type: "refused", id: null, code, message: "no", details: {} });
    expect(states.at(-1)).toBe("shut");
  });

  it("comes when the device was signed out, not when it has signed out the others", () => {
    const { socket, latest, sockets, states, connect } = setUp();
    const refuse = (): void => {
      latest().onclose?.({ code: SIGNED_OUT });
      vi.advanceTimersByTime(1000);
    };
    connect(1);
    refuse();
    refuse(); // the cookie that signs out the others has not arrived yet
    expect(sockets).toHaveLength(3);
    connect(1);
    expect(states.at(-1)).toBe("open");
    refuse();
    refuse();
    refuse();
    socket.wake();
    vi.advanceTimersByTime(60_000);
    expect(states.at(-1)).toBe("signed-out");
    expect(sockets).toHaveLength(5);
  });

  it("leaves no socket open after stop", () => {
    const { socket, sockets, connect } = setUp();
    connect(1);
    socket.stop();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  it("ignores invalid messages", () => {
    const { latest, connect, states } = setUp();
    connect(1);
    latest().onmessage?.({ data: "{" });
    latest().onmessage?.({ data: new ArrayBuffer(1) });
    latest().receive({ v: 1, type: "something new" });
    expect(states).toEqual(["open"]);
  });
});

describe("ids", () => {
  it("are unique UUIDs of version 4", () => {
    const ids = Array.from({ length: 50 }, newId);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });
});

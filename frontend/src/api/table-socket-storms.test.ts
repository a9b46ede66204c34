import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SERVICE_RESTART } from "./constants.generated";
import { setUp, welcome } from "./table-socket.fixtures";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A browser that comes back as late as it may. */
const last = { random: () => 1 };

/** Connect to a server that tells over how many seconds its clients come back. */
const connected = (seconds: number, options = {}) => {
  const page = setUp(options);
  page.latest().onopen?.();
  page.latest().receive({ ...welcome(7), return_s: seconds });
  /** Lose the connection; return the ms until the next attempt. */
  const lose = (code = 1006) => {
    const before = page.sockets.length;
    page.latest().onclose?.({ code });
    return untilAttempt(before);
  };
  const untilAttempt = (before: number) => {
    let time = 0;
    while (page.sockets.length === before && time < 60_000) {
      vi.advanceTimersByTime(time === 0 ? 0 : 1);
      time += 1;
    }
    return time - 1;
  };
  /** Let ten seconds pass in which the server answers pings. */
  const wait = () => {
    for (let second = 0; second < 10; second++) {
      vi.advanceTimersByTime(1000);
      page.latest().receive({ v: 1, type: "pong", id: "" });
    }
  };
  return { ...page, lose, untilAttempt, wait };
};

describe("coming back", () => {
  it("takes a random part of the time that the server has told", () => {
    expect(connected(8, last).lose()).toBe(8000);
    expect(connected(8, { random: () => 0.5 }).lose()).toBe(4000);
    expect(connected(8).lose()).toBe(0);
  });

  it("takes hardly any time at a server with few clients", () => {
    expect(connected(0.005, last).lose()).toBe(5);
  });

  it("takes longer after each failure, but not less than all clients need", () => {
    const alone = connected(0.005, last);
    expect([1, 2, 3, 4, 5].map(() => alone.lose())).toEqual([5, 1000, 2000, 4000, 4000]);
    const crowd = connected(3, last);
    expect([1, 2, 3, 4, 5].map(() => crowd.lose())).toEqual([3000, 3000, 3000, 4000, 4000]);
  });

  it("begins again with the server's time after a welcome", () => {
    const page = connected(8, last);
    page.lose();
    page.lose();
    page.latest().onopen?.();
    page.latest().receive({ ...welcome(7, { known: 7 }), return_s: 2 });
    expect(page.lose()).toBe(2000);
  });

  it("is soon if the server hands its clients on", () => {
    expect(connected(8, last).lose(SERVICE_RESTART)).toBe(500);
    expect(connected(0.005, last).lose(SERVICE_RESTART)).toBe(5);
  });

  it("takes its time if the next server hands its clients on before a welcome", () => {
    const page = connected(8, last);
    page.lose(SERVICE_RESTART);
    expect(page.lose(SERVICE_RESTART)).toBe(8000);
  });

  it("is soon if the page wakes up, but not in step with others", () => {
    for (const [random, wait] of [
      [0, 0],
      [0.5, 250],
      [1, 500],
    ] as const) {
      const page = connected(8, { random: () => random });
      page.latest().onclose?.({ code: 1006 });
      page.socket.wake();
      expect(page.untilAttempt(1)).toBe(wait);
    }
  });
});

describe("a server that cannot store moves", () => {
  const refusal = (id: string | null) => ({
    v: 1,
    type: "refused",
    id,
    code: "unavailable",
    message: "the server cannot do that right now; see its log",
    reason: null,
    legal: null,
  });
  const storage = (available: boolean) => ({ v: 1, type: "storage", available });

  it("is reported until it can", () => {
    const { latest, seen } = connected(0);
    latest().receive(storage(false));
    expect(seen.paused).toBe(true);
    latest().receive(storage(true));
    expect(seen.paused).toBe(false);
  });

  it("gets a pending move again, once it can store it", () => {
    const { socket, latest, seen, wait } = connected(0);
    socket.send({ type: "play", action: "pass" });
    latest().receive(refusal("id-0"));
    expect(seen).toMatchObject({ paused: true, busy: true, refused: [] });
    expect(latest().ofType("play")).toHaveLength(1);
    latest().receive(storage(true));
    expect(
      latest()
        .ofType("play")
        .map((one) => "id" in one && one.id),
    ).toEqual(["id-0", "id-0"]);
    latest().receive({ v: 1, type: "accepted", id: "id-0", seq: 8 });
    wait();
    expect(latest().ofType("play")).toHaveLength(2);
  });

  it("gets a pending move again after a while, without a word", () => {
    const { socket, latest, seen, wait } = connected(0, last);
    socket.send({ type: "play", action: "pass" });
    latest().receive(refusal("id-0"));
    wait();
    expect(latest().ofType("play")).toHaveLength(2);
    latest().receive({ v: 1, type: "accepted", id: "id-0", seq: 8 });
    expect(seen.paused).toBe(false);
  });

  it("gets no reaction again", () => {
    const { socket, latest } = connected(0);
    socket.send({ type: "react", reaction: "wow" });
    latest().receive(refusal("id-0"));
    latest().receive(storage(true));
    expect(latest().ofType("react")).toHaveLength(1);
  });

  it("is asked for the table again", () => {
    const { latest, sockets, lose, seen } = connected(0);
    lose();
    latest().onopen?.();
    latest().receive(refusal(null));
    expect(seen).toMatchObject({ paused: true, refused: [] });
    vi.advanceTimersByTime(0);
    expect(sockets).toHaveLength(3);
    latest().onopen?.();
    latest().receive(welcome(7, { known: 7 }));
    expect(seen.paused).toBe(false);
  });
});

describe("a server that has lost events", () => {
  it("sends its whole log, and the loss is told", () => {
    const { latest, lose, seen } = connected(0);
    lose();
    latest().onopen?.();
    expect(latest().ofType("hello")).toMatchObject([{ last_seq: 7 }]);
    latest().receive(welcome(5));
    expect(seen.welcomes.map(({ lost }) => lost)).toEqual([false, true]);
    expect(seen.welcomes.at(-1)?.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });

  it("is asked for its whole log if it has others in their place", () => {
    const { latest, lose, seen } = connected(0);
    lose();
    latest().onopen?.();
    const later = "2026-11-21T12:05:00Z";
    latest().receive({ ...welcome(9, { known: 7 }), last_at: later });
    expect(latest().ofType("hello")).toMatchObject([{ last_seq: 7 }, { last_seq: null }]);
    const whole = welcome(9);
    for (const event of whole.events.slice(5)) event.at = later;
    latest().receive(whole);
    expect(seen.welcomes.map(({ seq, lost }) => [seq, lost])).toEqual([
      [7, false],
      [9, true],
    ]);
  });

  it("is no other than one that tells the same time of the last event", () => {
    const { latest, lose, seen } = connected(0);
    lose();
    latest().onopen?.();
    latest().receive({ ...welcome(9, { known: 7 }), last_at: "2026-11-21T12:00:00Z" });
    expect(seen.welcomes.map(({ seq, lost }) => [seq, lost])).toEqual([
      [7, false],
      [9, false],
    ]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClockState } from "../../api/wire";
import { remainingTime, TableClock, dueWarning, formatTime } from "./clock.svelte";

const at = (seconds: number) => new Date(seconds * 1000).toISOString();
const times = (parts: Partial<ClockState> = {}): ClockState => ({
  now: at(100),
  awaited: "move",
  seat: 0,
  due: at(130),
  reserve_from: at(115),
  reserves: [15_000, null],
  ...parts,
});

describe("the remaining time", () => {
  it("is first the time for the move, then the reserve", () => {
    expect(remainingTime(times(), 100_000)).toEqual({ move: 15_000, reserve: 15_000 });
    expect(remainingTime(times(), 120_000)).toEqual({ move: 0, reserve: 10_000 });
    expect(remainingTime(times(), 200_000)).toEqual({ move: 0, reserve: 0 });
  });

  it("has no reserve unless one is set, and is null without a clock", () => {
    expect(remainingTime(times({ reserve_from: null }), 100_000)).toEqual({
      move: 30_000,
      reserve: 0,
    });
    expect(remainingTime(times({ due: null }), 100_000)).toBeNull();
  });

  it("is formatted in minutes and seconds, rounded up", () => {
    expect([0, 1, 1000, 59_001, 60_000, 150_000].map(formatTime)).toEqual([
      "0:00",
      "0:01",
      "0:01",
      "1:00",
      "1:00",
      "2:30",
    ]);
  });
});

describe("a warning", () => {
  it("comes once at ten and at five seconds, the later one if both were missed", () => {
    expect(dueWarning(10_100, 9_900)).toBe(10);
    expect(dueWarning(9_900, 9_700)).toBeNull();
    expect(dueWarning(5_001, 5_000)).toBe(5);
    expect(dueWarning(12_000, 4_000)).toBe(5);
    expect(dueWarning(1_000, 0)).toBeNull();
  });
});

describe("the clock of a table", () => {
  let localTime = 0;
  const warned: number[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    localTime = 5_000;
    warned.length = 0;
  });
  afterEach(() => vi.useRealTimers());
  const clock = () =>
    new TableClock(
      (seconds) => warned.push(seconds),
      () => localTime,
    );

  it("follows the server's time, not the device's", () => {
    const one = clock();
    one.update(times());
    expect(one.whole).toBe(30_000);
    localTime += 12_000;
    one.tick();
    expect(one.remaining).toEqual({ move: 3_000, reserve: 15_000 });
    expect(one.urgent).toBe(false);
  });

  it("warns as it runs, and runs only while a time limit is set", () => {
    const one = clock();
    one.update(times({ due: null }));
    expect(one.run()).toBeUndefined();
    one.update(times());
    const stop = one.run();
    for (let second = 0; second < 28; second++) {
      localTime += 1000;
      vi.advanceTimersByTime(1000);
    }
    expect(warned).toEqual([10, 5]);
    expect(one.urgent).toBe(true);
    stop?.();
    localTime += 1000;
    vi.advanceTimersByTime(1000);
    expect(one.whole).toBe(2_000);
  });

  it("restarts with each move, without a warning for a move in time", () => {
    const one = clock();
    one.update(times());
    localTime += 18_000;
    one.update(times({ now: at(118), due: at(148), reserve_from: at(133) }));
    one.tick();
    expect(warned).toEqual([]);
    expect(one.whole).toBe(30_000);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Poller } from "./poller.svelte";

/** A server whose responses the test releases. */
function server() {
  const waiting: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const ask = () => new Promise<string>((resolve, reject) => waiting.push({ resolve, reject }));
  const poller = new Poller(ask, 1000);
  return { poller, waiting };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a poller", () => {
  it("asks again after each answer, until it is stopped", async () => {
    const { poller, waiting } = server();
    const stop = poller.start();
    expect(poller.value).toBeNull();
    waiting[0]?.resolve("one");
    await settle();
    expect(poller.value).toBe("one");
    await vi.advanceTimersByTimeAsync(1000);
    waiting[1]?.reject(new Error());
    await settle();
    expect([poller.value, poller.failed]).toEqual(["one", true]);
    await vi.advanceTimersByTimeAsync(1000);
    waiting[2]?.resolve("two");
    await settle();
    expect([poller.value, poller.failed]).toEqual(["two", false]);
    stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(waiting).toHaveLength(3);
  });

  it("drops the answer to a request that was made before a change", async () => {
    const { poller, waiting } = server();
    const stop = poller.start();
    poller.value = "changed";
    waiting[0]?.resolve("old");
    await settle();
    expect(poller.value).toBe("changed");
    void poller.poll();
    void poller.poll();
    waiting[2]?.resolve("new");
    waiting[1]?.resolve("old");
    await settle();
    expect(poller.value).toBe("new");
    // Overlapping requests leave one timer.
    await vi.advanceTimersByTimeAsync(1000);
    expect(waiting).toHaveLength(4);
    stop();
  });
});

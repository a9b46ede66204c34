import { afterEach, describe, expect, it, vi } from "vitest";
import { answer, buildOf, type Asks } from "./build-query";

/** Somebody who is asked, and hears it as a page or a worker does. */
const listener = (hear: (data: Asks, port: MessagePort) => void) => ({
  postMessage(data: Asks, [port]: Transferable[]) {
    if (!(port instanceof MessagePort)) throw new Error("no way to answer");
    hear(data, port);
  },
});

afterEach(() => vi.useRealTimers());

describe("asking for a build", () => {
  it("is answered", async () => {
    const asked = listener((data, port) => answer({ data, ports: [port] }, "abc"));
    expect(await buildOf(asked)).toBe("abc");
  });

  it("ends when nobody answers", async () => {
    vi.useFakeTimers();
    const waiting = buildOf(listener(() => undefined));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await waiting).toBeNull();
  });

  it("makes nothing of an answer that is no build", async () => {
    expect(await buildOf(listener((_, port) => port.postMessage({})))).toBeNull();
  });

  it("is not mixed up with anything else", async () => {
    const { port1, port2 } = new MessageChannel();
    const heard = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    for (const data of [null, "build", {}, { ask: "name" }]) answer({ data, ports: [port2] }, "no");
    answer({ data: { ask: "build" }, ports: [port2] }, "yes");
    expect(await heard).toBe("yes");
    port1.close();
    expect(() => answer({ data: { ask: "build" }, ports: [] }, "abc")).not.toThrow();
  });
});

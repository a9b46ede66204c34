import { afterEach, describe, expect, it, vi } from "vitest";
import { answerBuildQuery, buildOf, type BuildQuery } from "./build-query";

/** Receiver of messages, such as a page or a worker. */
const receiver = (onMessage: (data: BuildQuery, port: MessagePort) => void) => ({
  postMessage(data: BuildQuery, [port]: Transferable[]) {
    if (!(port instanceof MessagePort)) throw new Error("no port for the response");
    onMessage(data, port);
  },
});

afterEach(() => vi.useRealTimers());

describe("a build query", () => {
  it("returns the build", async () => {
    const target = receiver((data, port) => answerBuildQuery({ data, ports: [port] }, "abc"));
    expect(await buildOf(target)).toBe("abc");
  });

  it("times out", async () => {
    vi.useFakeTimers();
    const build = buildOf(receiver(() => undefined));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await build).toBeNull();
  });

  it("ignores an invalid response", async () => {
    expect(await buildOf(receiver((_, port) => port.postMessage({})))).toBeNull();
  });

  it("is distinguished from other messages", async () => {
    const { port1, port2 } = new MessageChannel();
    const response = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    for (const data of [null, "build", {}, { ask: "name" }])
      answerBuildQuery({ data, ports: [port2] }, "no");
    answerBuildQuery({ data: { ask: "build" }, ports: [port2] }, "yes");
    expect(await response).toBe("yes");
    port1.close();
    expect(() => answerBuildQuery({ data: { ask: "build" }, ports: [] }, "abc")).not.toThrow();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { obstacleOf, retryDelay } from "./engine-obstacle";
import { ApiError, getServerTable, postDeviceMatch, whenReady } from "./http";
import { engineStatus } from "./engine-status.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { pathname: "/friends" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Let the server answer with an error, or with a table if there is no code. */
function answer(code: string | null, details: object = {}) {
  const error = { error: { code, message: "m", details } };
  const [body, status] = code === null ? [{ id: "t", seats: [] }, 200] : [error, 503];
  const fetch = vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), { status })));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

/** Wait until a request has been answered and, if the engine is missing, has begun to wait. */
async function settle() {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
}

describe("a request for the engine of the server", () => {
  it("waits until it is prepared, and goes on by itself", async () => {
    answer("engine_preparing", { seconds: 40 });
    const table = getServerTable("t");
    await settle();
    expect(engineStatus.obstacle).toEqual({ seconds: 40 });
    answer("engine_preparing", { seconds: 1 });
    await vi.advanceTimersByTimeAsync(3000);
    expect(engineStatus.obstacle).toEqual({ seconds: 1 });
    answer(null);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await table).toMatchObject({ id: "t" });
    expect(engineStatus.obstacle).toBeNull();
  });

  it("waits after a failure, too, which may be mended", async () => {
    answer("engine_failed", { reason: "no compiler" });
    const table = getServerTable("t");
    await settle();
    expect(engineStatus.obstacle).toEqual({ reason: "no compiler" });
    answer(null);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await table).toMatchObject({ id: "t" });
  });

  it("fails when the reader leaves the page, and so does one that comes too late", async () => {
    const fetch = answer("engine_preparing", { seconds: 40 });
    const failed = vi.fn<(error: ApiError) => void>();
    void getServerTable("t").catch(failed);
    await settle();
    void getServerTable("u").catch(failed);
    vi.stubGlobal("location", { pathname: "/" });
    await vi.advanceTimersByTimeAsync(250);
    await settle();
    expect(failed).toHaveBeenCalledTimes(2);
    expect(failed.mock.calls[0]?.[0].code).toBe("engine_preparing");
    expect(engineStatus.obstacle).toBeNull();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("fails when its own signal is aborted", async () => {
    const own = new AbortController();
    const failed = vi.fn();
    const attempt = () => Promise.reject(new ApiError("", 503, "engine_preparing"));
    void whenReady(attempt, own.signal).catch(failed);
    await settle();
    expect(engineStatus.obstacle).not.toBeNull();
    own.abort();
    await vi.advanceTimersByTimeAsync(250);
    expect(failed).toHaveBeenCalledOnce();
    expect(engineStatus.obstacle).toBeNull();
  });

  it("fails with other errors as ever", async () => {
    answer("unknown_table");
    await expect(getServerTable("t")).rejects.toMatchObject({ code: "unknown_table" });
    expect(engineStatus.obstacle).toBeNull();
  });

  it("does not wait with a match that is handed over", async () => {
    answer("engine_preparing", { seconds: 40 });
    await expect(postDeviceMatch({} as never)).rejects.toMatchObject({ details: { seconds: 40 } });
    expect(engineStatus.obstacle).toBeNull();
  });
});

describe("the obstacle", () => {
  it("is there while anything waits", () => {
    const [one, two] = [engineStatus.begin(), engineStatus.begin()];
    one.note({ seconds: 9 });
    one.end();
    one.end();
    expect(engineStatus.obstacle).toEqual({ seconds: 9 });
    two.end();
    expect(engineStatus.obstacle).toBeNull();
  });

  it("says when to ask again", () => {
    expect(retryDelay({ seconds: 40 })).toBe(3000);
    expect(retryDelay({ seconds: 2 })).toBe(2000);
    expect(retryDelay({ seconds: 0 })).toBe(1000);
    expect(retryDelay({ reason: "" })).toBe(3000);
  });

  it("is part of an error", () => {
    expect(obstacleOf(new ApiError("", 503, "engine_preparing"))).toEqual({ seconds: 1 });
    expect(obstacleOf(new ApiError("", 503, "unavailable"))).toBeNull();
    for (const other of [null, "engine_failed", new Error()]) expect(obstacleOf(other)).toBeNull();
  });
});

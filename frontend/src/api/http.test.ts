import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, csvPath, getSetup, getTable, postRules, postTable, socketAddress } from "./http";

const answers = (status: number, body: string) =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));

afterEach(() => vi.unstubAllGlobals());

describe("a request", () => {
  it("gives what the server answered", async () => {
    answers(201, '{"id":"x"}');
    const wanted = { preset: "pagat", options: {}, name: "Anna", opponents: [] };
    expect(await postTable(wanted)).toEqual({ id: "x" });
  });

  it("fails with the server's own line", async () => {
    answers(404, '{"error":{"code":"no_table","message":"there is no such table"}}');
    const error = await getTable("x").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 404,
      code: "no_table",
      message: "there is no such table",
    });
  });

  it("fails with what the error is about", async () => {
    const pairs = [["pack", "max_players"]];
    answers(
      422,
      JSON.stringify({ error: { code: "contradiction", message: "m", details: { pairs } } }),
    );
    const failing = postRules({ preset: "pagat", options: { pack: "A9" } });
    await expect(failing).rejects.toMatchObject({ code: "contradiction", details: { pairs } });
    answers(500, '{"error":{"code":"internal","message":"m"}}');
    await expect(getTable("x")).rejects.toMatchObject({ code: "internal", details: {} });
  });

  it("fails with one line also where the answer is no JSON", async () => {
    answers(502, "<html>");
    await expect(getTable("x")).rejects.toMatchObject({ status: 502, code: "unknown" });
  });

  it("fails where the answer breaks off", async () => {
    answers(200, '{"presets":[');
    await expect(getSetup()).rejects.toMatchObject({ status: 0, code: "unreachable" });
  });

  it("does not wait for ever", async () => {
    vi.stubGlobal(
      "fetch",
      (_: string, { signal }: RequestInit) =>
        new Promise((_, reject) => {
          signal?.addEventListener("abort", () => reject(new Error("aborted")));
        }),
    );
    const soon = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(soon.signal);
    const asked = getSetup();
    expect(timeout.mock.lastCall?.[0]).toBeLessThanOrEqual(20_000);
    soon.abort();
    await expect(asked).rejects.toMatchObject({ status: 0, code: "unreachable" });
    timeout.mockRestore();
  });

  it("tells a server that cannot be reached from one that refuses", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    await expect(getTable("x")).rejects.toMatchObject({ status: 0, code: "unreachable" });
  });
});

describe("the address of the socket", () => {
  it("is as safe as the page", () => {
    expect(socketAddress("a b", { protocol: "http:", host: "h:1" })).toBe(
      "ws://h:1/api/tables/a%20b/ws",
    );
    expect(socketAddress("x", { protocol: "https:", host: "h" })).toBe("wss://h/api/tables/x/ws");
  });
});

describe("the address of a file", () => {
  it("names only what is chosen", () => {
    expect(csvPath("rounds", { variant: "", players: "" })).toBe("/api/statistics.csv?rows=rounds");
    expect(csvPath("matches", { variant: "a b", players: "3" })).toBe(
      "/api/statistics.csv?rows=matches&variant=a+b&players=3",
    );
  });
});

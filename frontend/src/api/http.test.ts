import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, getSetup, getServerTable, postRules, postTable, socketAddress } from "./http";
import { csvAddress } from "./statistics";

const respond = (status: number, body: string) =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));

afterEach(() => vi.unstubAllGlobals());

describe("a request", () => {
  it("returns the server's response", async () => {
    respond(201, '{"id":"x"}');
    const table = { preset: "pagat", options: {}, name: "Anna", opponents: [] };
    expect(await postTable(table)).toEqual({ id: "x" });
  });

  it("fails with the server's message", async () => {
    respond(404, '{"error":{"code":"no_table","message":"there is no such table"}}');
    const error = await getServerTable("x").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 404,
      code: "no_table",
      message: "there is no such table",
    });
  });

  it("fails with the details of the error", async () => {
    const pairs = [["pack", "max_players"]];
    respond(
      422,
      JSON.stringify({ error: { code: "contradiction", message: "m", details: { pairs } } }),
    );
    const response = postRules({ preset: "pagat", options: { pack: "A9" } });
    await expect(response).rejects.toMatchObject({ code: "contradiction", details: { pairs } });
    respond(500, '{"error":{"code":"internal","message":"m"}}');
    await expect(getServerTable("x")).rejects.toMatchObject({ code: "internal", details: {} });
  });

  it("fails with one line if the response is not JSON", async () => {
    respond(502, "<html>");
    await expect(getServerTable("x")).rejects.toMatchObject({ status: 502, code: "unknown" });
  });

  it("fails if the response breaks off", async () => {
    respond(200, '{"presets":[');
    await expect(getSetup()).rejects.toMatchObject({ status: 0, code: "unreachable" });
  });

  it("times out", async () => {
    vi.stubGlobal(
      "fetch",
      (_: string, { signal }: RequestInit) =>
        new Promise((_, reject) => {
          signal?.addEventListener("abort", () => reject(new Error("aborted")));
        }),
    );
    const controller = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(controller.signal);
    const response = getSetup();
    expect(timeout.mock.lastCall?.[0]).toBeLessThanOrEqual(20_000);
    controller.abort();
    await expect(response).rejects.toMatchObject({ status: 0, code: "unreachable" });
    timeout.mockRestore();
  });

  it("distinguishes an unreachable server from a refusal", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    await expect(getServerTable("x")).rejects.toMatchObject({ status: 0, code: "unreachable" });
  });
});

describe("the address of the socket", () => {
  it("is encrypted if the page is", () => {
    expect(socketAddress("a b", { protocol: "http:", host: "h:1" })).toBe(
      "ws://h:1/api/tables/a%20b/ws",
    );
    expect(socketAddress("x", { protocol: "https:", host: "h" })).toBe("wss://h/api/tables/x/ws");
  });

  it("is below the page's base path", () => {
    const address = socketAddress("x", { protocol: "https:", host: "h" }, "/games/31");
    expect(address).toBe("wss://h/games/31/api/tables/x/ws");
  });
});

describe("the address of a CSV file", () => {
  it("contains only the filters that are set", () => {
    expect(csvAddress("rounds", { variant: "", players: "" })).toBe(
      "/api/statistics.csv?rows=rounds",
    );
    expect(csvAddress("matches", { variant: "a b", players: "3" })).toBe(
      "/api/statistics.csv?rows=matches&variant=a+b&players=3",
    );
  });
});

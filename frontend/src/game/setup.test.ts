import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadSetup } from "./setup";

const setup = {
  presets: [{ name: "pagat", options: { lives: 3 } }],
  options: [],
  levels: [],
  bots: [],
};
const respondWith = (body: unknown) =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body))));
/** Disconnect from the server; the page's own files are still there, unless `bundled` is null. */
const disconnect = (bundled: object | null = { ...setup, documentation: false, bundled: true }) =>
  vi.stubGlobal("fetch", (path: string) =>
    path.startsWith("/api/") || bundled === null
      ? Promise.reject(new TypeError("failed"))
      : Promise.resolve(new Response(JSON.stringify(bundled))),
  );

let storage: Map<string, string>;
beforeEach(() => {
  storage = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("the setup", () => {
  it("is loaded from storage while the server is unreachable", async () => {
    respondWith(setup);
    await loadSetup();
    disconnect();
    expect(await loadSetup()).toEqual(setup);
  });

  it("has no bots of a server that is unreachable", async () => {
    respondWith({ ...setup, bots: ["Prudent"] });
    expect((await loadSetup()).bots).toEqual(["Prudent"]);
    disconnect();
    expect((await loadSetup()).bots).toEqual([]);
  });

  it("is that of the page if there is none in storage", async () => {
    disconnect();
    expect(await loadSetup()).toMatchObject({ bundled: true });
    disconnect(null);
    await expect(loadSetup()).rejects.toMatchObject({ code: "unreachable" });
  });

  it("is not loaded from storage if the server answers with an error", async () => {
    respondWith(setup);
    await loadSetup();
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 503 })));
    await expect(loadSetup()).rejects.toMatchObject({ status: 503 });
  });

  it("is not loaded from storage if that is damaged", async () => {
    respondWith(setup);
    await loadSetup();
    disconnect();
    for (const text of [
      "",
      "null",
      "7",
      "{}",
      '{"presets":[1]}',
      '{"presets":[{"name":1}]}',
      "{",
    ]) {
      for (const key of storage.keys()) storage.set(key, text);
      expect(await loadSetup()).toMatchObject({ bundled: true });
    }
  });
});

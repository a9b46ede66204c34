import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadSetup } from "./setup";

const setup = { presets: [{ name: "pagat", options: { lives: 3 } }], options: [], levels: [] };
const respondWith = (body: unknown) =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body))));
const disconnect = () => vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));

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
    disconnect();
    await expect(loadSetup()).rejects.toMatchObject({ code: "unreachable" });
    respondWith(setup);
    await loadSetup();
    disconnect();
    expect(await loadSetup()).toEqual(setup);
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
      await expect(loadSetup()).rejects.toMatchObject({ code: "unreachable" });
    }
  });
});

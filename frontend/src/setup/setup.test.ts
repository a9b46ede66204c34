import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadSetup } from "./setup";

const setup = { presets: [{ name: "pagat", options: { lives: 3 } }], options: [], levels: [] };
const answers = (body: unknown) =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body))));
const away = () => vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));

let store: Map<string, string>;
beforeEach(() => {
  store = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, text: string) => store.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("what the server offers", () => {
  it("is known without it once it has been asked", async () => {
    away();
    await expect(loadSetup()).rejects.toMatchObject({ code: "unreachable" });
    answers(setup);
    await loadSetup();
    away();
    expect(await loadSetup()).toEqual(setup);
  });

  it("is what it says itself as long as it answers", async () => {
    answers(setup);
    await loadSetup();
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 503 })));
    await expect(loadSetup()).rejects.toMatchObject({ status: 503 });
  });

  it("is nothing that somebody else has put in its place", async () => {
    answers(setup);
    await loadSetup();
    away();
    for (const text of [
      "",
      "null",
      "7",
      "{}",
      '{"presets":[1]}',
      '{"presets":[{"name":1}]}',
      "{",
    ]) {
      for (const key of store.keys()) store.set(key, text);
      await expect(loadSetup()).rejects.toMatchObject({ code: "unreachable" });
    }
  });
});

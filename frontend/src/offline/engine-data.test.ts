import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CacheNames } from "../worker/cache-plan";
import { keepOffline, keptBytes, loadCatalogue, removeKept, totalBytes } from "./engine-data";

const FOLDER = "https://table.example/engine-data/";

/** The part of a browser's cache that is used. */
class FakeCache {
  readonly #entries = new Map<string, Response>();
  keys = () => Promise.resolve([...this.#entries.keys()].map((url) => ({ url })));
  match = (url: string) => Promise.resolve(this.#entries.get(url));
  put = (url: string, response: Response) => Promise.resolve(void this.#entries.set(url, response));
  delete = (url: string) => Promise.resolve(this.#entries.delete(url));
}

const file = (name: string, content: string) => ({
  name,
  bytes: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
});

const contents: Record<string, string> = { one: "first", two: "second", outcomes: "third" };
const [one, two, outcomes] = Object.entries(contents).map((entry) => file(...entry));
if (!one || !two || !outcomes) throw new Error("three files");
const catalogue = { files: [one, two], outcomes };

let stored: Map<string, FakeCache>;
let requested: string[];

/** Answer requests; the connection breaks off at the file `broken`. */
function answer(broken?: string) {
  requested = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    const name = new URL(address, FOLDER).href.replace(FOLDER, "");
    requested.push(name);
    if (name === "catalogue.json") return Promise.resolve(Response.json(catalogue));
    const content = contents[name] ?? "";
    const digest = createHash("sha256").update(content).digest("base64");
    if (name === broken || init.integrity !== `sha256-${digest}`)
      return Promise.reject(new TypeError("failed"));
    return Promise.resolve(new Response(content));
  });
}

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("document", { baseURI: "https://table.example/settings" });
  vi.stubGlobal("caches", {
    open: (name: string) => {
      const cache = stored.get(name) ?? new FakeCache();
      stored.set(name, cache);
      return Promise.resolve(cache);
    },
    delete: (name: string) => Promise.resolve(stored.delete(name)),
  });
  answer();
});

describe("the data of the strong levels", () => {
  it("are kept with their list, and removed", async () => {
    const data = await loadCatalogue();
    expect([totalBytes(data), await keptBytes(data)]).toEqual([16, 0]);
    const progress: number[] = [];
    await keepOffline(data, (bytes) => progress.push(bytes));
    expect(progress).toEqual([5, 11, 16]);
    expect(await keptBytes(data)).toBe(16);
    const list = await stored
      .get(new CacheNames("https://table.example/").data)
      ?.match(`${FOLDER}catalogue.json`);
    expect(await list?.json()).toEqual(catalogue);
    await removeKept();
    expect(await keptBytes(data)).toBe(0);
  });

  it("are fetched from the point of interruption", async () => {
    answer("two");
    await expect(keepOffline(catalogue, () => undefined)).rejects.toThrow("failed");
    expect(await keptBytes(catalogue)).toBe(5);
    answer();
    await keepOffline(catalogue, () => undefined);
    expect(requested).toEqual(["two", "outcomes"]);
    expect(await keptBytes(catalogue)).toBe(16);
  });

  it("of earlier versions are deleted", async () => {
    await keepOffline(catalogue, () => undefined);
    await keepOffline({ files: [two], outcomes }, () => undefined);
    expect(await keptBytes(catalogue)).toBe(11);
  });
});

import { describe, expect, it } from "vitest";
import { cacheOf, LATER, needless, needlessLater, wayOf, type Build } from "./cache-plan";

const build: Build = {
  id: "new",
  shell: ["/", "/favicon.svg", "/assets/index-1.js"],
  later: ["/assets/9D-1.svg"],
};
const HERE = "https://table.example";

const way = (path: string, mode = "cors", method = "GET") =>
  wayOf({ method, mode, url: new URL(path, HERE).href }, build, HERE);

describe("a request", () => {
  it("for a page is the page, at any address", () => {
    for (const path of ["/", "/rules?variant=dutch", "/t/some-table", "/nowhere"]) {
      expect(way(path, "navigate")).toBe("page");
    }
    expect(way("/rules")).toBe("leave");
  });

  it("for what has a hash in its name may be answered by what is kept, of any build", () => {
    expect(way("/assets/index-1.js")).toBe("asset");
    expect(way("/assets/SetupPage-of-before.js")).toBe("asset");
  });

  it("for a file that changes under its name asks the server first", () => {
    expect(way("/favicon.svg", "no-cors")).toBe("file");
    expect(way("/favicon.svg", "navigate")).toBe("file");
  });

  it("to the interface is never touched, nor one to somebody else, nor one that changes things", () => {
    expect(way("/api/setup")).toBe("leave");
    expect(way("/api/tables/x/record", "navigate")).toBe("leave");
    expect(way("/healthz")).toBe("leave");
    expect(way("/sw.js")).toBe("leave");
    expect(way("https://elsewhere.example/", "navigate")).toBe("leave");
    expect(way("/", "navigate", "POST")).toBe("leave");
    expect(way("/assets/index-1.js", "cors", "HEAD")).toBe("leave");
  });
});

describe("caches", () => {
  const caches = [cacheOf("old"), cacheOf("older"), cacheOf("new"), LATER, "somebody-else"];

  it("go when no page of their build is open", () => {
    expect(needless(caches, "new", new Set())).toEqual([cacheOf("old"), cacheOf("older")]);
  });

  it("stay while a page of their build is open", () => {
    expect(needless(caches, "new", new Set(["old", "new"]))).toEqual([cacheOf("older")]);
  });

  it("all stay when a page does not say of which build it is", () => {
    expect(needless(caches, "new", null)).toEqual([]);
  });

  it("hold card faces of this build only", () => {
    const kept = ["9D-1.svg", "9D-of-before.svg"].map((name) => `${HERE}/assets/${name}`);
    expect(needlessLater(kept, build)).toEqual([`${HERE}/assets/9D-of-before.svg`]);
  });
});

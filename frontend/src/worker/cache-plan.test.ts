import { describe, expect, it } from "vitest";
import {
  cacheName,
  FACES_CACHE,
  unusedCaches,
  unusedFaces,
  handlingOf,
  type Build,
} from "./cache-plan";

const build: Build = {
  id: "new",
  shell: ["/", "/favicon.svg", "/assets/index-1.js"],
  later: ["/assets/9D-1.svg"],
};
const ORIGIN = "https://table.example";

const handling = (path: string, mode = "cors", method = "GET") =>
  handlingOf({ method, mode, url: new URL(path, ORIGIN).href }, build, ORIGIN);

describe("a request", () => {
  it("for a page is handled as the page, at any address", () => {
    for (const path of ["/", "/rules?variant=dutch", "/t/some-table", "/nowhere"]) {
      expect(handling(path, "navigate")).toBe("page");
    }
    expect(handling("/rules")).toBe("leave");
  });

  it("for a file with a hash in its name may be answered from the cache, for any build", () => {
    expect(handling("/assets/index-1.js")).toBe("asset");
    expect(handling("/assets/SetupPage-of-before.js")).toBe("asset");
  });

  it("for a file without a hash in its name asks the server first", () => {
    expect(handling("/favicon.svg", "no-cors")).toBe("file");
    expect(handling("/favicon.svg", "navigate")).toBe("file");
  });

  it("to the API, to the documentation, to another origin, or with side effects is left alone", () => {
    expect(handling("/api/setup")).toBe("leave");
    expect(handling("/api/tables/x/record", "navigate")).toBe("leave");
    expect(handling("/docs/play/", "navigate")).toBe("leave");
    expect(handling("/healthz")).toBe("leave");
    expect(handling("/sw.js")).toBe("leave");
    expect(handling("https://elsewhere.example/", "navigate")).toBe("leave");
    expect(handling("/", "navigate", "POST")).toBe("leave");
    expect(handling("/assets/index-1.js", "cors", "HEAD")).toBe("leave");
  });
});

describe("caches", () => {
  const caches = [
    cacheName("old"),
    cacheName("older"),
    cacheName("new"),
    FACES_CACHE,
    "somebody-else",
  ];

  it("are deleted when no page of their build is open", () => {
    expect(unusedCaches(caches, "new", new Set())).toEqual([cacheName("old"), cacheName("older")]);
  });

  it("are kept while a page of their build is open", () => {
    expect(unusedCaches(caches, "new", new Set(["old", "new"]))).toEqual([cacheName("older")]);
  });

  it("are all kept when the build of a page is unknown", () => {
    expect(unusedCaches(caches, "new", null)).toEqual([]);
  });

  it("keep card faces of this build only", () => {
    const cached = ["9D-1.svg", "9D-of-before.svg"].map((name) => `${ORIGIN}/assets/${name}`);
    expect(unusedFaces(cached, build)).toEqual([`${ORIGIN}/assets/9D-of-before.svg`]);
  });
});

import { describe, expect, it } from "vitest";
import {
  addressIn,
  CacheNames,
  unusedCaches,
  unusedFaces,
  handlingOf,
  type Build,
} from "./cache-plan";

const build: Build = {
  id: "new",
  shell: ["/", "/favicon.svg", "/assets/index-1.js"],
  later: ["/assets/9D-1.svg"],
  engines: [{ script: "/assets/worker-1.js", files: ["/assets/rules-1.wasm"] }],
};
const ORIGIN = "https://table.example";

const handling = (path: string, mode = "cors", method = "GET") =>
  handlingOf({ method, mode, url: new URL(path, ORIGIN).href }, build, `${ORIGIN}/`);

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

  it("for the data of strong levels may be answered from the cache, but for their list", () => {
    expect(handling("/engine-data/pagat-2.01234567.blueprint")).toBe("asset");
    expect(handling("/engine-data/catalogue.json")).toBe("file");
  });

  it("of a page in a folder is handled from that folder", () => {
    const scope = `${ORIGIN}/games/31/`;
    const inFolder = (url: string, mode = "cors") =>
      handlingOf({ method: "GET", mode, url }, build, scope);
    for (const path of ["/", "/assets/index-1.js", "/favicon.svg", "/docs/play/"])
      expect(inFolder(addressIn(scope, path))).toBe(path === "/" ? "leave" : handling(path));
    expect(inFolder(`${scope}#/rules`, "navigate")).toBe("page");
    expect(inFolder(`${ORIGIN}/assets/index-1.js`)).toBe("leave");
    expect(inFolder(`${ORIGIN}/games/`, "navigate")).toBe("leave");
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
  const names = new CacheNames(`${ORIGIN}/`);
  const caches = [
    names.build("old"),
    names.build("older"),
    names.build("new"),
    names.engine(`${ORIGIN}/assets/worker-0.js`),
    names.engine(`${ORIGIN}/assets/worker-1.js`),
    names.faces,
    names.data,
    "somebody-else",
  ];
  const [, , , oldEngine = "", ownEngine = ""] = caches;
  const engines = new Set([`${ORIGIN}/assets/worker-1.js`]);
  const running = new Set([...engines, `${ORIGIN}/assets/worker-0.js`]);

  it("are deleted when no page of their build is open", () => {
    expect(unusedCaches(caches, names, "new", { builds: new Set(), engines })).toEqual([
      names.build("old"),
      names.build("older"),
      oldEngine,
    ]);
  });

  it("are kept while a page of their build is open", () => {
    const builds = new Set(["old", "new"]);
    expect(unusedCaches(caches, names, "new", { builds, engines })).toEqual([names.build("older")]);
  });

  it("are all kept when the build of a page is unknown", () => {
    expect(unusedCaches(caches, names, "new", { builds: null, engines })).toEqual([]);
  });

  it("of engines are kept while a match runs, or if that is unknown", () => {
    for (const known of [running, null]) {
      const unused = unusedCaches(caches, names, "new", {
        builds: new Set(["new"]),
        engines: known,
      });
      expect(unused).toEqual([names.build("old"), names.build("older")]);
    }
    const unused = unusedCaches(caches, names, "new", { builds: new Set(["new"]), engines });
    expect(unused).toContain(oldEngine);
    expect(unused).not.toContain(ownEngine);
  });

  it("of a page in another folder are left alone", () => {
    const folders = ["", "a/", "a/b/"].map((path) => new CacheNames(`${ORIGIN}/${path}`));
    const all = folders.flatMap((one) => [
      one.build("old"),
      one.engine(`${ORIGIN}/assets/worker-0.js`),
      one.faces,
      one.data,
    ]);
    expect(new Set(all).size).toBe(all.length);
    for (const one of folders) {
      const unused = unusedCaches(all, one, "new", { builds: new Set(), engines });
      expect(unused).toEqual([one.build("old"), one.engine(`${ORIGIN}/assets/worker-0.js`)]);
    }
  });

  it("keep card faces of this build only", () => {
    const cached = ["9D-1.svg", "9D-of-before.svg"].map((name) => `${ORIGIN}/assets/${name}`);
    expect(unusedFaces(cached, build, `${ORIGIN}/`)).toEqual([`${ORIGIN}/assets/9D-of-before.svg`]);
  });
});

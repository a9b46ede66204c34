import { describe, expect, it } from "vitest";
import { pagePath, parseRoute } from "../router/route";
import { ENTRIES, hasNavigation } from "./entries";

describe("the navigation", () => {
  it("links to pages that exist, each once, and first to the start page", () => {
    expect(ENTRIES.map(({ name }) => name)).toEqual([...new Set(ENTRIES.map(({ name }) => name))]);
    for (const { name } of ENTRIES) expect(parseRoute(pagePath(name))).toEqual({ page: name });
    expect(ENTRIES[0]?.name).toBe("start");
  });

  it("is on all pages but a table, its replay, the tutorial and puzzles", () => {
    for (const { name } of ENTRIES)
      expect(hasNavigation(name)).toBe(!["learn", "puzzles"].includes(name));
    for (const path of ["/new", "/recover", "/no-such-page"])
      expect(hasNavigation(parseRoute(path).page)).toBe(true);
    for (const path of ["/t/a", "/t/a/replay"])
      expect(hasNavigation(parseRoute(path).page)).toBe(false);
  });
});

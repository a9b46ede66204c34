import { describe, expect, it } from "vitest";
import { parseRulesQuery } from "../rules/rules-query";
import {
  PLAIN_PAGES,
  pagePath,
  replayPath,
  routeOf,
  rulesPath,
  tablePath,
  trailOf,
  trailTo,
} from "./route";

describe("addresses", () => {
  it("lead to a table and back", () => {
    for (const id of ["g-lTk_3a", "a b/c"]) {
      expect(routeOf(tablePath(id))).toEqual({ page: "table", id });
      expect(routeOf(replayPath(id))).toEqual({ page: "replay", id });
    }
    expect(routeOf("/t/x/")).toEqual({ page: "table", id: "x" });
  });

  it("lead to the other pages", () => {
    for (const page of PLAIN_PAGES) {
      expect(routeOf(pagePath(page))).toEqual({ page });
      expect(routeOf(`/${page}/`)).toEqual({ page });
    }
    expect(routeOf(pagePath("start"))).toEqual({ page: "start" });
  });

  it("lead to the rules of a table, and to one of them", () => {
    const house = { lives: 5, pass: false, target: null };
    const address = new URL(rulesPath("pagat", house, "R17"), "http://localhost");
    expect(routeOf(address.pathname)).toEqual({ page: "rules" });
    expect(parseRulesQuery(address.searchParams)).toEqual({ preset: "pagat", options: house });
    expect(address.hash).toBe("#R17");
    expect(rulesPath("dutch")).toBe("/rules?variant=dutch");
  });

  it("are told when they lead nowhere", () => {
    for (const path of [
      "/t/",
      "/t/a/b",
      "/t//replay",
      "/t/a/replay/b",
      "/t/%E0%A4%A",
      "/other",
      "/learn/more",
    ]) {
      expect(routeOf(path)).toEqual({ page: "unknown" });
    }
  });
});

describe("the way back", () => {
  const table = { from: "/", steps: 1 };

  it("leads to the page that a link was followed from", () => {
    expect(trailTo("/rules?variant=choy", "/t/a", table)).toEqual({ from: "/t/a", steps: 1 });
  });

  it("passes over what was looked at on the same page", () => {
    const rules = { from: "/t/a", steps: 1 };
    expect(trailTo("/rules?variant=dutch", "/rules?variant=choy", rules)).toEqual({
      from: "/t/a",
      steps: 2,
    });
  });

  it("leads out of a window of its own to the page that opened it, if that is ours", () => {
    const here = new URL("https://play.test/rules?variant=choy#R17");
    expect(trailOf("https://play.test/t/a", here)).toEqual({ from: "/t/a", steps: 0 });
    const nowhere = { from: null, steps: 0 };
    expect(trailOf("https://other.test/t/a", here)).toEqual(nowhere);
    expect(trailOf("https://play.test/rules", here)).toEqual(nowhere);
    expect(trailOf("", here)).toEqual(nowhere);
  });
});

import { describe, expect, it } from "vitest";
import { PLAIN_PAGES } from "../api/constants.generated";
import { parseRulesQuery, rulesPath } from "./rules-query";
import {
  pagePath,
  playerPath,
  replayPath,
  parseRoute,
  tablePath,
  initialTrail,
  nextTrail,
} from "./route";

describe("an address", () => {
  it("names a table or its replay", () => {
    for (const id of ["g-lTk_3a", "a b/c"]) {
      expect(parseRoute(tablePath(id))).toEqual({ page: "table", id });
      expect(parseRoute(replayPath(id))).toEqual({ page: "replay", id });
    }
    expect(parseRoute("/t/x/")).toEqual({ page: "table", id: "x" });
  });

  it("names the page of a player", () => {
    for (const id of ["Zk3-_9", "a b/c"])
      expect(parseRoute(playerPath(id))).toEqual({ page: "player", id });
    for (const path of ["/players", "/players/", "/players/x/y", "/players/%"])
      expect(parseRoute(path)).toEqual({ page: "unknown" });
  });

  it("names a plain page", () => {
    for (const page of PLAIN_PAGES) {
      expect(parseRoute(pagePath(page))).toEqual({ page });
      expect(parseRoute(`/${page}/`)).toEqual({ page });
    }
    expect(parseRoute(pagePath("start"))).toEqual({ page: "start" });
  });

  it("names the rules of a table and one rule", () => {
    const house = { lives: 5, pass: false, target: null };
    const address = new URL(rulesPath("pagat", house, "R17"), "http://localhost");
    expect(parseRoute(address.pathname)).toEqual({ page: "rules" });
    expect(parseRulesQuery(address.searchParams)).toEqual({ preset: "pagat", options: house });
    expect(address.hash).toBe("#R17");
    expect(rulesPath("dutch")).toBe("/rules?variant=dutch");
  });

  it("is unknown if it matches no page", () => {
    for (const path of [
      "/t/",
      "/t/a/b",
      "/t//replay",
      "/t/a/replay/b",
      "/t/%E0%A4%A",
      "/other",
      "/learn/more",
    ]) {
      expect(parseRoute(path)).toEqual({ page: "unknown" });
    }
  });
});

describe("the trail", () => {
  const table = { from: "/", steps: 1 };

  it("leads back to the page with the link that was followed", () => {
    expect(nextTrail("/rules?variant=choy", "/t/a", table)).toEqual({ from: "/t/a", steps: 1 });
  });

  it("skips steps within the same page", () => {
    const rules = { from: "/t/a", steps: 1 };
    expect(nextTrail("/rules?variant=dutch", "/rules?variant=choy", rules)).toEqual({
      from: "/t/a",
      steps: 2,
    });
  });

  it("leads from a new window to the page that opened it, if that is one of ours", () => {
    const here = new URL("https://play.test/rules?variant=choy#R17");
    expect(initialTrail("https://play.test/t/a", here)).toEqual({ from: "/t/a", steps: 0 });
    const unknown = { from: null, steps: 0 };
    expect(initialTrail("https://other.test/t/a", here)).toEqual(unknown);
    expect(initialTrail("https://play.test/rules", here)).toEqual(unknown);
    expect(initialTrail("", here)).toEqual(unknown);
    const below = new URL("https://play.test/cards/rules");
    const table = { from: "/cards/t/a", steps: 0 };
    expect(initialTrail("https://play.test/cards/t/a", below, "/cards")).toEqual(table);
    expect(initialTrail("https://play.test/t/a", below, "/cards")).toEqual(unknown);
  });
});

import { describe, expect, it } from "vitest";
import { PLAIN_PAGES, pagePath, routeOf, tablePath } from "./route";

describe("addresses", () => {
  it("lead to a table and back", () => {
    for (const id of ["g-lTk_3a", "a b/c"]) {
      expect(routeOf(tablePath(id))).toEqual({ page: "table", id });
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

  it("lead to the start page otherwise", () => {
    for (const path of ["/", "/t/", "/t/a/b", "/t/%E0%A4%A", "/other", "/learn/more"]) {
      expect(routeOf(path)).toEqual({ page: "start" });
    }
  });
});

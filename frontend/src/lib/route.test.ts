import { describe, expect, it } from "vitest";
import { routeOf, tablePath } from "./route";

describe("addresses", () => {
  it("lead to a table and back", () => {
    for (const id of ["g-lTk_3a", "a b/c"]) {
      expect(routeOf(tablePath(id))).toEqual({ page: "table", id });
    }
    expect(routeOf("/t/x/")).toEqual({ page: "table", id: "x" });
  });

  it("lead to the start page otherwise", () => {
    for (const path of ["/", "/t/", "/t/a/b", "/t/%E0%A4%A", "/other"]) {
      expect(routeOf(path)).toEqual({ page: "start" });
    }
  });
});

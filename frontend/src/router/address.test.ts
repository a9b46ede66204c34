import { describe, expect, it } from "vitest";
import { address, currentAddress, pathOf } from "./address";

const shown = (href: string, site: boolean, base = "") => {
  const place = { href, origin: new URL(href).origin };
  const { pathname, search, hash } = currentAddress(place, site, base);
  return { pathname, search, hash };
};
const rules = { pathname: "/rules", search: "?variant=dutch", hash: "#R17" };
const start = { pathname: "/", search: "", hash: "" };

describe("an address", () => {
  it("of a server is the path", () => {
    const path = "/rules?variant=dutch#R17";
    expect([address(path, false), pathOf(path, false)]).toEqual([path, path]);
    expect(shown(`https://table.example${path}`, false)).toEqual(rules);
  });

  it("of a server has the path below its base path", () => {
    const path = "/rules?variant=dutch#R17";
    for (const base of ["/cards", "/games/31"]) {
      expect(address(path, false, base)).toBe(base + path);
      expect(pathOf(base + path, false, base)).toBe(path);
      expect(shown(`https://table.example${base}${path}`, false, base)).toEqual(rules);
      expect(shown(`https://table.example${base}/`, false, base)).toEqual(start);
    }
    expect(shown("https://table.example/cards//nowhere", false, "/cards").pathname).toBe(
      "//nowhere",
    );
  });

  it("of a static site has the path behind #", () => {
    const path = "/rules?variant=dutch#R17";
    expect(address(path, true)).toBe(`#${path}`);
    expect(pathOf(`#${path}`, true)).toBe(path);
    for (const folder of ["/", "/games/31/", "/games/31/index.html"])
      expect(shown(`https://table.example${folder}#${path}`, true)).toEqual(rules);
  });

  it("of a static site without # is that of the start page", () => {
    for (const end of ["", "#", "#/", "?from=elsewhere"])
      expect(shown(`https://table.example/games/31/${end}`, true)).toEqual(start);
  });
});

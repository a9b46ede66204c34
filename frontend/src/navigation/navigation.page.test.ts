import { describe, expect, it } from "vitest";
import { click, element, find, openPage, textOf, until } from "../../testing/page";
import { router } from "../router/router.svelte";
import { ENTRIES } from "./entries";

const PAGES = [
  ...["/", "/new", "/friends", "/lobby", "/daily", "/rules?variant=choy", "/odds", "/statistics"],
  ...["/matches", "/leaderboard", "/me", "/players/nobody", "/recover", "/settings", "/about"],
  "/no-such-page",
];
const EMPTY = {
  "/api/leaderboard": { variant: "pagat", variants: ["pagat"], minimum: 10, own: null, rows: [] },
  "/api/lobby": { gathering: [], running: [] },
  "/api/statistics": {},
};

const heading = () => document.querySelector<HTMLElement>("h1");

describe("the navigation", () => {
  it.each(PAGES)("is on the page %s and marks it", async (path) => {
    await openPage(path);
    const navigation = await element("navigation");
    const [place] = path.split("?");
    const links = [...navigation.querySelectorAll("a")].filter(
      (link) => link.getAttribute("href") === place,
    );
    const current = [...navigation.querySelectorAll('[aria-current="page"]')];
    expect(current).toEqual(links);
    await until(() => expect(document.querySelectorAll("main h1")).toHaveLength(1));
    expect(document.querySelectorAll("main")).toHaveLength(1);
    const named = [...document.querySelectorAll('nav[aria-label="Pages"]')];
    expect(named).toEqual([navigation.closest("nav")]);
    for (const link of navigation.querySelectorAll("a")) expect(textOf(link)).not.toBe("");
  });

  it("leads to every page, and to its heading", async () => {
    await openPage("/");
    const links = [...(await element("navigation")).querySelectorAll("a")];
    const addresses = links.map((link) => link.getAttribute("href"));
    expect(new Set(addresses).size).toBe(ENTRIES.length);
    for (const address of addresses.reverse()) {
      const navigation = await element("navigation");
      navigation.querySelector<HTMLAnchorElement>(`a[href="${address}"]`)?.click();
      expect(location.pathname).toBe(address);
      await until(() => {
        expect(heading()).not.toBeNull();
        expect(document.activeElement).toBe(heading());
      });
      if (address === "/learn" || address === "/puzzles") {
        expect(find("navigation")).toBeNull();
        await element("back");
        router.go("/");
      }
    }
  });

  it("is there without the server", async () => {
    await openPage("/settings");
    await click("nav-leaderboard");
    await element("problem");
    await click("nav-rules");
    expect(find("nav-rules")?.getAttribute("aria-current")).toBe("page");
  });

  it.each(["/learn", "/puzzles"])("is not on %s, which fills the screen", async (path) => {
    await openPage(path);
    await element("back");
    expect(find("navigation")).toBeNull();
  });

  it.each([
    ["/new", "New game"],
    ["/rules", "Rules"],
    ["/settings", "Settings"],
    ["/about", "About"],
  ])("names the page %s in the title of the window", async (path, name) => {
    await openPage(path);
    await until(() => expect(document.title).toBe(`${textOf(heading())} · Schwimmen`));
    expect(document.title).toContain(name);
  });
});

describe("an empty list suggests the next step", () => {
  it.each([
    ["/matches", "You have not played a match yet.", "/"],
    ["/leaderboard", "Nobody is ranked yet", "/friends"],
    ["/lobby", "No tables are waiting for players.", "/friends"],
    ["/no-such-page", "There is no page at this address.", "/"],
  ])("on %s", async (path, title, action) => {
    await openPage(path, { server: EMPTY });
    await until(() => expect(textOf(document.querySelector("main .empty"))).toContain(title));
    expect(document.querySelector(`main .empty a[href="${action}"]`)).not.toBeNull();
  });
});

describe("a long list", () => {
  it("of tables shows more on request", async () => {
    const table = {
      ...{ preset: "pagat", options: {}, settings: { bots: "casual" }, seats: [], host: "Anna" },
      ...{ free: 2, round: 0, opened: new Date().toISOString() },
    };
    const gathering = Array.from({ length: 50 }, (_, n) => ({ ...table, id: `table${n}` }));
    await openPage("/lobby", { server: { "/api/lobby": { gathering, running: [] } } });
    const shown = () => find("lobby-open")?.querySelectorAll("li").length;
    await element("lobby-open-more");
    expect(shown()).toBe(20);
    await click("lobby-open-more");
    expect(shown()).toBe(40);
    await click("lobby-open-more");
    expect(shown()).toBe(50);
    expect(find("lobby-open-more")).toBeNull();
  });
});

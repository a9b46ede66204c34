import { describe, expect, it } from "vitest";
import {
  click,
  element,
  find,
  openPage,
  press,
  see,
  textOf,
  type,
  until,
} from "../../testing/page";
import { router } from "../router/router.svelte";
import { serverStatus } from "../offline/server-status.svelte";
import { LISTED, roomOf, ROOMS } from "../router/pages";
import { pagePath } from "../router/route";

const PAGES = [
  ...[
    "/",
    "/together",
    "/study",
    "/you",
    "/new",
    "/friends",
    "/lobby",
    "/daily",
    "/rules?variant=choy",
    "/odds",
    "/statistics",
  ],
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
  it.each(PAGES)("is on the page %s and marks its room", async (path) => {
    await openPage(path);
    const navigation = await element("navigation");
    const room = roomOf(router.route.page);
    const current = [...navigation.querySelectorAll("[aria-current]")];
    expect(current.map((link) => link.getAttribute("href"))).toEqual(
      room === null ? [] : [pagePath(room)],
    );
    const isRoom = ROOMS.some((one) => one === router.route.page);
    if (room) expect(current[0]?.getAttribute("aria-current")).toBe(isRoom ? "page" : "true");
    await until(() => expect(document.querySelectorAll("main h1")).toHaveLength(1));
    expect(document.querySelectorAll("main")).toHaveLength(1);
    const named = [...document.querySelectorAll('nav[aria-label="Pages"]')];
    expect(named).toEqual([navigation.closest("nav")]);
    for (const link of navigation.querySelectorAll("a")) expect(textOf(link)).not.toBe("");
  });

  // The card of the deal of the day, which needs the server, leads to its page.
  const reached = LISTED.filter((page) => page !== "daily");
  it.each(reached)("leads to %s within two taps, and to its heading", async (page) => {
    await openPage("/about");
    const room = roomOf(page);
    if (room === null) throw new Error("every listed page has a room");
    await click(`nav-${room}`);
    if (page !== room) await click(room === "start" ? `start-${page}` : `to-${page}`);
    expect(location.pathname).toBe(pagePath(page));
    await until(() => {
      expect(heading()).not.toBeNull();
      expect(document.activeElement).toBe(heading());
    });
  });

  it("says without the server which pages need it", async () => {
    await openPage("/settings");
    await click("nav-you");
    await see("to-me", "ratings");
    serverStatus.unreachable = true;
    await see("to-me", "needs the server");
    await see("to-settings", "theme");
    serverStatus.unreachable = false;
  });

  it("finds pages, variants and rules by their names, with the key /", async () => {
    await openPage("/settings");
    await press("nav-you", "/");
    await see("search", "Puzzles");
    for (const [query, title, path] of [
      ["profil", "Profile", "/me"],
      ["dutch", "Eenendertigen", "/rules?variant=dutch"],
      ["passing", "Passing", "/rules?variant=pagat#R8"],
      ["R30", "Renewing the table", "/rules?variant=choy#R30"],
    ] as const) {
      await type("search-query", query);
      await until(() => {
        const hits = [...(find("search-hits")?.querySelectorAll("a") ?? [])];
        expect(
          hits.map((hit) => [textOf(hit.querySelector("b")), hit.getAttribute("href")]),
        ).toContainEqual([title, path]);
      });
    }
    await type("search-query", "zzzz");
    await see("search", "Nothing found for “zzzz”.");
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

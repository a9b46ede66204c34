import { describe, expect, it } from "vitest";
import { element, find, openPage, textOf, until } from "../../testing/page";

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

describe("an empty list says what to do", () => {
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

import { describe, expect, it } from "vitest";
import {
  click,
  element,
  find,
  forget,
  gone,
  openPage,
  press,
  refusal,
  type Request,
  see,
  select,
  textOf,
  type,
  unfold,
  until,
} from "../../testing/page";
import { router } from "../router/router.svelte";
import { Store } from "../device/storage/store";
import setup from "../game/setup.generated.json";

/** Return the request that opened a table, once the page shows the table. */
async function opened() {
  await element("table");
  const store = await Store.open();
  const row = await store.table(location.pathname.replace("/t/", ""));
  store.close();
  if (!row) throw new Error("the table is not stored");
  return row;
}

describe("the start page", () => {
  it("starts the game last played with one press", async () => {
    await openPage("/");
    await click("start-play");
    expect((await opened()).preset).toBe("pagat");

    await openPage("/");
    await element("go-on");
    await click("start-new");
    for (const id of ["new-variant-dutch", "new-opponents-2", "new-opponent-1", "swap-Wim"])
      await click(id);
    await click("new-lives-more");
    await type("new-name", "Karl");
    await click("new-play");
    const first = await opened();

    await openPage("/");
    await until(() => {
      expect(textOf(document.querySelector("main"))).toContain(
        "Eenendertigen against Wim and Berta",
      );
    });
    expect((await element("running")).querySelectorAll("a")).toHaveLength(1);
    await click("start-play");
    const again = await opened();
    expect(again.id).not.toBe(first.id);
    for (const { options, seats } of [first, again]) {
      expect(options).toEqual({ lives: 7 });
      expect(seats.map(({ name }) => name)).toEqual(["Karl", "Wim", "Berta"]);
    }
  });

  it("says that a browser without cookies has no seat on the server", async () => {
    const server = {
      "POST /api/tables": { id: "abc" },
      "/api/tables/abc": { seats: [{ seat: 0, name: "Anna", level: null, you: false }] },
    };
    await openPage("/", { server, settings: { playOn: "server" } });
    await click("start-play");
    await until(() =>
      expect(document.querySelector("[role=alert]")?.textContent).toContain("cookies"),
    );
    expect(location.pathname).toBe("/");
  });
});

describe("the form for a new game", () => {
  it("gives each opponent a level, also one that this page does not know", async () => {
    const levels = [...setup.levels, { name: "cat", line: "looks out of it" }];
    await openPage("/new", { server: { "/api/setup": { ...setup, levels } } });
    await until(() => expect(document.body.textContent).toContain("looks out of it"));
    await see("new-opponent-1", "never lets go of a pair");
    await click("new-level-master");
    await see("new-opponent-1", "says she is only humming");
    await click("new-each-level");
    await select("new-level-2", "random");
    await click("new-play");
    expect((await opened()).seats.map(({ level }) => level)).toEqual([
      undefined,
      "master",
      "random",
      "master",
    ]);
  });

  it("offers the server's own bots, and opens matches against them there", async () => {
    const asked: unknown[] = [];
    const server = {
      "/api/setup": { ...setup, bots: ["Prudent", "master"] },
      "POST /api/tables": ({ body }: Request) => {
        asked.push(body);
        return { id: "abc" };
      },
      "/api/tables/abc": { seats: [{ seat: 0, name: "Anna", level: null, you: true }] },
    };
    await openPage("/new", { server, settings: { playOn: "device" } });
    await see("new-level", "Prudent this server’s own bot, unrated");
    await click("new-level-own:Prudent");
    for (const [i, name] of ["Prudent", "Prudent 2", "Prudent 3"].entries())
      await see(`new-opponent-${i + 1}`, name);
    await click("new-each-level");
    await select("new-level-2", "master");
    await see("new-opponent-2", "Karl");
    await select("new-level-3", "own:master");
    await click("new-play");
    await until(() => expect(location.pathname).toBe("/t/abc"));
    expect(asked[0]).toMatchObject({
      opponents: [
        { level: "casual", bot: "Prudent" },
        { level: "master", name: "Karl" },
        { level: "casual", bot: "master" },
      ],
    });
  });

  it("explains a contradiction and repairs it", async () => {
    await openPage("/new");
    await unfold("rules-cards");
    await click("option-hand_size-4");
    await see("clash-hand_size", "Cards in hand: Four");
    expect(find("new-play")?.getAttribute("aria-disabled")).toBe("true");
    find("new-play")?.click(); // opens nothing
    expect(location.pathname).toBe("/new");
    await click("clash-show");
    await until(() => expect(document.activeElement).toBe(find("row-three_of_a_kind")));

    await click("repair-others");
    await until(() => expect(find("new-play")?.getAttribute("aria-disabled")).toBe("false"));
    expect(find("clash-hand_size")).toBeNull();
    await unfold("rules-turns");
    await click("option-pass");
    expect(find("option-pass")).toHaveProperty("checked", false);
    await click("option-pass-back");
    expect(find("option-pass")).toHaveProperty("checked", true);
    await click("new-play");
    expect((await opened()).options).toEqual({
      hand_size: 4,
      three_of_a_kind: false,
      fire: false,
      pack: "A2",
    });
  });

  it("survives a visit to the rules", async () => {
    await openPage("/new");
    await click("new-variant-choy");
    await unfold("rules-special");
    await click("option-special-ends");
    (await element("row-special")).querySelector("a")?.click();
    expect(location.pathname + location.search + location.hash).toBe("/rules?variant=choy#R12");
    await element("rules-variant");
    router.go("/new");
    expect(await element("new-variant-choy")).toHaveProperty("checked", true);
    expect(await element("option-special-ends")).toHaveProperty("checked", true);
    await click("rules-reset");
    await until(() => expect(find("option-special-none")).toHaveProperty("checked", true));
  });

  it("can be tried again if the server does not respond", async () => {
    let broken = true;
    const server = { "/api/tables": () => (broken ? refusal(500, "internal") : []) };
    await openPage("/", { server });
    await element("no-server");
    broken = false;
    await click("retry");
    await element("start-play");
  });
});

describe("house rules travel", () => {
  it("from a form to a link, to another browser, and to a table with friends", async () => {
    await openPage("/new");
    await click("new-variant-pagat");
    await type("find-option", "five lives");
    await until(() => expect(find("found-options")?.children).toHaveLength(1));
    await click("option-lives-more");
    await type("find-option", "no passing");
    await click("option-pass");
    await click("rules-save");
    await click("rule-set-save");
    await see("rule-set-bad", "Enter a name");
    await type("rule-set-name", "Grandma’s");
    await press("rule-set-name", "Enter");
    await see("rules-saved", "saved as “Grandma’s”");
    await click("rules-share");
    const link = (await element("share-rules-link")) as HTMLInputElement;
    expect(link.value).toContain("/new?variant=pagat&options=lives=4,pass=false&name=Grandma");
    expect(find("share-rules")?.querySelector("svg[role=img] path")).not.toBeNull();

    await forget();
    await openPage(link.value.replace(location.origin, "").replace("pass", "jokers=2,pass"));
    await see("linked-rules", "Rules from the link: “Grandma’s”.");
    await see("linked-ignored", "Jokers: 2");
    expect(find("rule-sets")).toBeNull();
    await click("linked-save");
    expect(textOf(document.activeElement)).toContain("saved as “Grandma’s”");
    await see("rule-set", "Grandma’s Schwimmen · 4 lives · 1 house rule");
    await click("rule-set-rename");
    await type("rule-set-name", "Aunt’s");
    await click("rule-set-save");
    await see("rule-set", "Aunt’s");
    await click("new-variant-dutch");
    await until(() => expect(find("rule-set")?.getAttribute("aria-pressed")).toBe("false"));
    await click("rule-set");
    expect(find("new-variant-pagat")).toHaveProperty("checked", true);

    await click("rules-friends");
    await element("friends-form");
    await until(() => expect(find("rule-set")?.getAttribute("aria-pressed")).toBe("true"));
    await click("rule-set-delete-ask");
    await click("rule-set-delete-sure");
    await gone("rule-sets");
    expect(find("new-lives")).toHaveProperty("value", "4");
  });
});

import { existsSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { action, isOwnChoice, storeTable } from "../../testing/device-tables";
import {
  click,
  element,
  find,
  openPage,
  refusal,
  see,
  textOf,
  until,
  watch,
} from "../../testing/page";

describe("the window of a table", () => {
  const icon = document.createElement("link");
  icon.rel = "icon";
  beforeEach(() => {
    icon.href = "/favicon.svg";
    document.head.append(icon);
  });
  afterEach(() => icon.remove());

  it("shows the player's own turn by its title and its icon", async () => {
    const id = await storeTable({ until: (match) => match.toAct === 0 && !isOwnChoice(match) });
    await openPage(`/t/${id}`);
    await until(() => expect(document.title).toBe("Your turn · Schwimmen"));
    await until(() => expect(icon.getAttribute("href")).toBe("/favicon-turn.svg"));
    await openPage("/");
    await until(() => expect(document.title).toBe("Schwimmen"));
    expect(icon.getAttribute("href")).toBe("/favicon.svg");
  });

  it("has both icons", () => {
    expect(readFileSync("index.html", "utf8")).toContain('<link rel="icon" href="/favicon.svg"');
    for (const name of ["favicon", "favicon-turn"])
      expect(existsSync(`public/${name}.svg`)).toBe(true);
  });

  it("names another player whose turn it is", async () => {
    const id = await storeTable({ until: (match) => match.toAct === 1 });
    const titles: string[] = [];
    const observer = new MutationObserver(() => {
      if (!icon.href.includes("turn")) titles.push(document.title);
    });
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    await openPage(`/t/${id}`);
    await until(() => expect(titles).toContain("Berta to move · Schwimmen"));
    observer.disconnect();
  });
});

describe("the dealer's button", () => {
  it.each([
    ["de", "Geber", "G"],
    ["en", "Dealer", "D"],
    ["nl", "Deler", "D"],
  ] as const)("has the letter of the language %s", async (language, name, letter) => {
    const id = await storeTable({ until: isOwnChoice });
    await openPage(`/t/${id}`, { settings: { language } });
    await element("act-keep");
    const buttons = [...document.querySelectorAll(`[role=img][aria-label="${name}"]`)];
    expect(buttons.map(textOf)).toEqual([letter]);
  });
});

describe("a moment of a round", () => {
  /** Open a table at which the player may close, and close the round. */
  async function close(): Promise<void> {
    const id = await storeTable({
      options: { special: "none", lives: 2 },
      until: (match) => match.toAct === 0 && match.legalActions.includes("close"),
    });
    await openPage(`/t/${id}`, { settings: { pace: "quick" } });
    await click("act-close");
    await element("showdown");
  }

  it("is only a sign without motion", async () => {
    await import("../moments/OwnMoments.svelte"); // the page loads it for the first moment
    const seen = watch("own-moment");
    await until(async () => {
      await close();
      if (!find("moment-sign")) throw new Error("the round cost the player no life");
    });
    expect(["life", "swims"]).toContain(find("moment-sign")?.dataset["kind"]);
    expect(document.querySelector("[inert] [data-testid=showdown]")).toBeNull();
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    expect(seen()).toBe(false); // a large moment begins in the first frame
    await click("next-round");
    await until(() => expect(find("showdown")).toBeNull());
  });

  it("is shown at the seats of a replay", async () => {
    let winner = -1;
    let rounds = 0;
    const id = await storeTable({
      options: { special: "none", lives: 1 },
      until: (match) => {
        winner = match.winners?.[0] ?? -1;
        rounds = match.results.length;
        return match.over && winner > 0;
      },
      play: action("close"),
    });
    await openPage(`/t/${id}/replay?round=${rounds}&step=1000`);
    const seat = await element(`seat-${winner}`);
    await until(() =>
      expect(seat.querySelector("[data-testid=seat-moment]")?.getAttribute("aria-label")).toBe(
        "Wins the match",
      ),
    );
    await openPage(`/t/${id}/replay`);
    await element("seat-0");
    expect(find("seat-moment")).toBeNull();
  });
});

describe("a showdown", () => {
  it("shows every hand, and links the reason for a loss to its rule", async () => {
    const id = await storeTable({
      until: (match) => match.toAct === null && match.results.length === 1,
      play: action("close"),
    });
    await openPage(`/t/${id}`);
    for (const seat of [0, 1]) await element(`hand-of-${seat}`);
    const rule = (await element("rule-R17")) as HTMLAnchorElement;
    const { pathname, searchParams, hash } = new URL(rule.href);
    expect([pathname, searchParams.get("variant"), hash]).toEqual(["/rules", "pagat", "#R17"]);
    expect(rule.target).toBe("_blank");
  });
});

describe("a match", () => {
  it("is playable in Dutch with cards of four colours", async () => {
    const id = await storeTable({
      preset: "dutch",
      options: { lives: 1 },
      until: (match) => match.toAct === 0 && match.legalActions.includes("close"),
    });
    const settings = { language: "nl", cards: "four-colour", pace: "instant" } as const;
    await openPage(`/t/${id}`, { settings });
    await see("act-close", /^Passen/);
    const table = await element("table");
    const buttons = ["next-round", "act-close", "act-keep", "act-all"];
    for (;;) {
      await until(() => {
        if (table.dataset["myTurn"] !== "true" && table.dataset["phase"] !== "over")
          throw new Error("the player cannot go on");
      });
      if (find("play-again")) break;
      const { seq } = table.dataset;
      const enabled = buttons.find((id) => find(id)?.getAttribute("aria-disabled") === "false");
      await click(enabled ?? "next-round");
      await until(() => expect(table.dataset["seq"]).not.toBe(seq));
    }
    expect(find("match-over")).not.toBeNull();
  });
});

describe("a table of a server that refuses the connection", () => {
  /** Browsers' WebSocket to a server that opens none. */
  class RefusedSocket {
    onclose: ((event: { code: number }) => void) | null = null;
    constructor() {
      setTimeout(() => this.onclose?.({ code: 1006 }));
    }
    close() {}
  }
  beforeEach(() => vi.stubGlobal("WebSocket", RefusedSocket));
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["en", "wrong_host", "does not accept visits under this address"],
    ["de", "wrong_origin", "nimmt nichts an, was du unter dieser Adresse tust"],
    ["nl", null, "de verbinding om te spelen komt er niet door"],
  ] as const)("says why in the language %s: %s", async (language, code, words) => {
    const connection = () => (code === null ? {} : refusal(403, code));
    const server = { "POST /api/connection": connection };
    await openPage("/t/abc", { server, settings: { language } });
    await see("obstacle", words);
    expect(textOf(find("connection"))).toBe("");
  });

  it("goes on trying, and says so, while the server does not answer", async () => {
    let asked = 0;
    const server = {
      "POST /api/connection": () => {
        asked += 1;
        throw new TypeError("no network");
      },
    };
    await openPage("/t/abc", { server });
    await until(() => expect(asked).toBeGreaterThan(0));
    await see("connection", "Reconnecting");
    expect(find("obstacle")).toBeNull();
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { flushSync } from "svelte";
import { click, element, find, gone, see, textOf, type, until } from "../../../testing/page";
import { SharedTable, STEPS } from "../../../testing/shared-table";
import { NO_SPECTATORS, NO_SUCH_TABLE } from "../../api/constants.generated";

afterEach(() => {
  vi.useRealTimers();
});

/** Give a player six seconds for a move, and let two of them pass. */
async function letTimePass(table: SharedTable, seat: number): Promise<void> {
  await element("table");
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  const due = "2026-11-22T12:00:06.000+00:00";
  const times = { awaited: "move", seat, due, reserves: [null, null] };
  table.change({ times: [times], view: { to_act: seat, phase: "turn" } });
  await see("time-left", /^0:06$/);
  vi.advanceTimersByTime(2000);
  flushSync();
  await see("time-left", /^0:04$/);
}

describe("a table with other people", () => {
  it("warns the player whose time runs out, and no other", async () => {
    const table = new SharedTable(STEPS.ownTurn);
    await table.open();
    await letTimePass(table, 0);
    await see("warned", "5 seconds");
    expect(find("time-left")?.dataset["urgent"]).toBe("true");
    table.goOn(STEPS.ownTurn + 1); // the server moves for the player
    await until(() => expect(find("table")?.dataset["myTurn"]).toBe("false"));

    const other = new SharedTable(STEPS.ownTurn);
    await other.open();
    await letTimePass(other, 1);
    expect(textOf(find("warned"))).toBe("");
  });

  it("separates the marks of a player", async () => {
    await new SharedTable(STEPS.gathered).open();
    await see("marks-0", /^Host · you$/);
    await see("marks-1", /^$/);
  });

  it("lets the host have a bot play for an absent player", async () => {
    const table = new SharedTable(STEPS.choice, "host", { seats: [0], spectators: 0 });
    await table.open();
    await until(() => expect(find("seat-1")?.dataset["absent"]).toBe("true"));
    await click("nudge-replace");
    expect(table.commands).toMatchObject([{ type: "away", seat: 1 }]);
    table.change({ table: { seats: { "1": { away: "host" } } } }, { type: "away", seat: 1 });
    await until(() => expect(find("seat-1")?.dataset["away"]).toBe("host"));
    expect(find("nudge-replace")).toBeNull();
  });

  it("marks a bot of the server, and says when another bot plays for it", async () => {
    const table = new SharedTable(STEPS.ownTurn);
    await table.open();
    await element("seat-1");
    table.change({ table: { seats: { "1": { level: "casual", bot: "Prudent" } } } });
    await see("seat-1", "server’s own bot");
    await click("tab-people");
    await see("person-1", "server’s own bot");
    const seats = { "1": { level: "casual", bot: "Prudent", away: "replaced" } };
    table.change({ table: { seats } }, { type: "away", seat: 1, reason: "replaced" });
    await see("seat-1", /casual/i);
    await click("tab-history");
    await see("history", /Another bot plays for .+ for the rest of the match\./);
  });

  it("sends lines and reactions, and lets the host switch the chat off", async () => {
    const table = new SharedTable(STEPS.ownTurn);
    await table.open();
    await type("chat-input", "Are you there?");
    (await element("chat-send")).closest("form")?.requestSubmit();
    const line = { seat: 0, name: "Anna", text: "Are you there?", at: "2026-11-22T12:00:00Z" };
    table.send({ type: "said", line });
    await see("chat", "Are you there?");
    expect((await element("chat-input")) as HTMLInputElement).toHaveProperty("value", "");

    await click("react");
    await click("react-well_played");
    table.send({ type: "reacted", seat: 0, reaction: "well_played" });
    await until(() =>
      expect(textOf(find("seat-0")?.querySelector("[data-testid=bubble]") ?? null)).toBe(
        "Well played!",
      ),
    );
    await click("tab-people");
    await click("set-chat");
    expect(table.commands).toMatchObject([
      { type: "say", text: "Are you there?" },
      { type: "react", reaction: "well_played" },
      { type: "change", settings: { chat: false, seats: 2 } },
    ]);
  });

  it("says how many watch", async () => {
    const table = new SharedTable(STEPS.ownTurn, "host", { seats: [0, 1], spectators: 1 });
    await table.open();
    await click("tab-people");
    await see("watching", "1");
    table.send({ type: "presence", presence: { seats: [0, 1], spectators: 0 } });
    await gone("watching");
  });

  const evening = [
    { name: "Bo", seat: 1, matches: 2, wins: 2, lives_lost: 3 },
    { name: "Cleo", matches: 1, wins: 0 },
  ];

  it("shows the score of the evening beside the chat", async () => {
    const table = new SharedTable(STEPS.ownTurn);
    await table.open();
    await element("chat-input");
    expect(find("evening")).toBeNull();
    table.change({ table: { evening: [evening] } });
    await see("evening", "Bo");
    const rows = [...(find("evening")?.querySelectorAll("tbody tr") ?? [])];
    expect(rows.map((row) => [...row.children].map(textOf))).toEqual([
      ["Bo", "2", "2", "3"],
      ["Cleo", "1", "0", "–"],
    ]);
    await click("tab-people");
    await gone("evening");
  });

  it("shows the score of the evening at the end of a match", async () => {
    const table = new SharedTable(STEPS.over);
    await table.open();
    table.change({ table: { evening: [evening] } });
    await until(() =>
      expect(find("match-over")?.querySelector("[data-testid=evening]")).not.toBeNull(),
    );
  });

  it("lets spectators react, and chat where the host allows it", async () => {
    const table = new SharedTable(8, "spectator");
    await table.open();
    await click("react-wow");
    expect(table.commands).toMatchObject([{ type: "react", reaction: "wow" }]);
    table.send({ type: "reacted", seat: null, reaction: "wow" });
    await see("bubble", "Wow!");
    expect(find("chat-input")).toBeNull();
    table.change({ table: { settings: { spectator_chat: true } } });
    await element("chat-input");
    const line = { number: 1, seat: null, text: "Bravo", at: "2026-11-22T12:00:00Z" };
    table.send({ type: "said", line: { ...line, name: "" } });
    table.send({ type: "said", line: { ...line, number: 2, name: "Zoe" } });
    await see("chat", /A spectator Bravo.*Zoe \(spectator\) Bravo/);
  });

  it("lets the host allow spectators to chat", async () => {
    const table = new SharedTable(STEPS.ownTurn);
    await table.open();
    await click("tab-people");
    await click("set-spectator-chat");
    expect(table.commands).toMatchObject([
      { type: "change", settings: { spectator_chat: true, chat: true } },
    ]);
  });

  it("leads to a seat at the next table when the player asks for a rematch", async () => {
    const table = new SharedTable(STEPS.over);
    await table.open();
    await click("rematch");
    expect(table.commands).toMatchObject([{ type: "rematch" }]);
    const next = new SharedTable(STEPS.alone, "guest");
    table.change({ table: { rematch: "next" } }, { type: "rematch", seat: 0 });
    await until(() => expect(next.commands).toMatchObject([{ type: "join", seat: null }]));
    expect(location.pathname).toBe("/t/next");
  });

  it("says in the chat that it goes on at the next table", async () => {
    const table = new SharedTable(STEPS.over);
    await table.open();
    await element("chat-input");
    expect(find("chat-next")).toBeNull();
    table.change({ table: { rematch: "next" } }, { type: "rematch", seat: 1 });
    await see("chat-next", "goes on at the next table. What you write here stays at this table.");
    expect(find("chat-next")?.querySelector("a")?.getAttribute("href")).toBe("/t/next");
  });

  it("turns spectators away when the host does not admit any", async () => {
    const table = new SharedTable(STEPS.alone, "spectator");
    await table.open();
    await element("sit");
    table.close(NO_SPECTATORS);
    await see("shut", "Spectators are not allowed");
    expect(find("gathering")).toBeNull();
  });

  it("says that play pauses while the server cannot store moves", async () => {
    const table = new SharedTable(STEPS.ownTurn);
    await table.open();
    await element("table");
    table.send({ type: "storage", available: false });
    await see("connection", "Play is paused: the server cannot save moves right now.");
    table.send({ type: "storage", available: true });
    await until(() => expect(textOf(find("connection"))).toBe(""));
  });

  it("says that the server has lost moves, and goes on from there", async () => {
    const table = new SharedTable(STEPS.ownTurn + 1);
    await table.open();
    await until(() => expect(find("table")?.dataset["myTurn"]).toBe("false"));
    table.lose(STEPS.ownTurn);
    const said = "The server has lost the last moves. Play goes on from here.";
    await until(() => expect(textOf(document.querySelector(".hint"))).toBe(said));
    expect(find("table")?.dataset["myTurn"]).toBe("true");
  });

  it("says when it has been deleted", async () => {
    const table = new SharedTable(STEPS.gathered);
    await table.open();
    await element("gathering");
    table.close(NO_SUCH_TABLE);
    await until(() => expect(textOf(document.body)).toContain("This table does not exist"));
    expect(find("gathering")).toBeNull();
  });
});

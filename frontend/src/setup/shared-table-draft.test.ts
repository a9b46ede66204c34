import { describe, expect, it } from "vitest";
import { setup } from "../game/fixtures";
import { ownBot, parseGame } from "../game/game";
import { settings } from "../table/people/fixtures";
import {
  clockName,
  CLOCKS,
  defaultSettings,
  parseTableSettings,
  settingsText,
} from "../game/table-settings";
import { fieldOfError, NO_BOTS, SharedTableDraft } from "./shared-table-draft.svelte";

const draft = (parts = {}) =>
  new SharedTableDraft(setup, parseGame(setup, { preset: "pagat" }), settings(parts), () =>
    Promise.resolve([]),
  );

describe("a draft of a shared table", () => {
  it("limits the seats to those of the variant, and restores them in a larger one", () => {
    const table = draft({ seats: 8 });
    const most = (preset: string) =>
      Number(setup.presets.find(({ name }) => name === preset)?.options["max_players"]);
    const smaller = setup.presets.find(({ name }) => most(name) < 8);
    if (!smaller) throw new Error("no variant has fewer seats");
    expect(table.settings.seats).toBe(8);
    table.rules.chooseVariant(smaller.name);
    expect(table.settings.seats).toBe(most(smaller.name));
    table.rules.chooseVariant("pagat");
    expect(table.settings.seats).toBe(8);
  });

  it("starts a custom clock with the times of the standard one before it", () => {
    const table = draft();
    table.chooseClock("15");
    expect(table.settings.clock).toEqual(CLOCKS["15"]);
    table.chooseClock("own");
    table.setClock("move", 45);
    expect(table.request.settings.clock).toEqual({ ...CLOCKS["15"], move: 45 });
    table.chooseClock("none");
    expect(table.settings.clock).toBeNull();
  });

  it("fills empty seats with a level, a bot of the server, or none", () => {
    const table = draft({ bots: "club" });
    expect(table.bots).toBe("club");
    table.chooseBots(ownBot("master"));
    expect(table.bots).toBe(ownBot("master"));
    expect(table.request.settings).toMatchObject({ fill: true, bot: "master", bots: "club" });
    expect(settingsText(table.settings)[0]).toContain("bots: master");
    table.chooseBots(NO_BOTS);
    expect(table.bots).toBe(NO_BOTS);
    expect(table.request.settings).toMatchObject({ fill: false, bot: null });
    table.chooseBots("casual");
    expect(table.request.settings).toMatchObject({ fill: true, bot: null, bots: "casual" });
  });

  it("names each clock", () => {
    expect(clockName(null)).toBe("none");
    expect(clockName({ move: 60, reserve: 180 })).toBe("60");
    expect(clockName({ move: 60 })).toBe("own");
  });
});

describe("stored settings", () => {
  it("are restored", () => {
    const stored = settings({ seats: 6, fill: false, visibility: "open", clock: CLOCKS["30"] });
    expect(parseTableSettings(setup, JSON.parse(JSON.stringify(stored)))).toEqual(stored);
  });

  it("keep a bot only of the server that has it", () => {
    const stored = settings({ bot: "Prudent" });
    expect(parseTableSettings(setup, stored).bot).toBeNull();
    expect(parseTableSettings({ ...setup, bots: ["Prudent"] }, stored).bot).toBe("Prudent");
  });

  it.each([
    null,
    "x",
    [],
    { seats: 99, bots: "nobody", fill: "yes", visibility: 3, clock: { move: 0 }, chat: null },
  ])("%j become the defaults", (stored) => {
    expect(parseTableSettings(setup, stored)).toEqual(defaultSettings());
  });
});

describe("an error code", () => {
  it("belongs to a field or to the whole form", () => {
    expect(fieldOfError("name_taken")).toBe("name");
    expect(fieldOfError("name_alike")).toBe("name");
    expect(fieldOfError("too_many_players")).toBe("seats");
    expect(fieldOfError("bad_seconds")).toBe("clock");
    expect(fieldOfError("unavailable")).toBeNull();
    expect(fieldOfError("toString")).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { setup } from "../game/fixtures";
import { parseGame } from "../game/game";
import { settings } from "../table/people/fixtures";
import { clockName, CLOCKS, defaultSettings, parseTableSettings } from "../game/table-settings";
import { fieldOfError, SharedTableDraft } from "./shared-table-draft.svelte";

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

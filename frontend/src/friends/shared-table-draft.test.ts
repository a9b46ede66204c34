import { describe, expect, it } from "vitest";
import { setup } from "../setup/fixtures";
import { parseGame } from "../setup/game";
import { settings } from "../table/people/fixtures";
import { clockName, CLOCKS, defaultSettings, parseTableSettings } from "./table-settings";
import { fieldOfError, SharedTableDraft } from "./shared-table-draft.svelte";

const draft = (parts = {}) =>
  new SharedTableDraft(setup, parseGame(setup, { preset: "pagat" }), settings(parts), () =>
    Promise.resolve([]),
  );

describe("a table that is set up", () => {
  it("has no more seats than its variant, and as many as wished in a larger one", () => {
    const terms = draft({ seats: 8 });
    const most = (preset: string) =>
      Number(setup.presets.find(({ name }) => name === preset)?.options["max_players"]);
    const smaller = setup.presets.find(({ name }) => most(name) < 8);
    if (!smaller) throw new Error("no variant has fewer seats");
    expect(terms.settings.seats).toBe(8);
    terms.rules.choose(smaller.name);
    expect(terms.settings.seats).toBe(most(smaller.name));
    terms.rules.choose("pagat");
    expect(terms.settings.seats).toBe(8);
  });

  it("takes one of the usual clocks, or one's own beginning with it", () => {
    const terms = draft();
    terms.choose("15");
    expect(terms.settings.clock).toEqual(CLOCKS["15"]);
    terms.choose("own");
    terms.time("move", 45);
    expect(terms.wanted.settings.clock).toEqual({ ...CLOCKS["15"], move: 45 });
    terms.choose("none");
    expect(terms.settings.clock).toBeNull();
  });

  it("knows each clock by its name", () => {
    expect(clockName(null)).toBe("none");
    expect(clockName({ move: 60, reserve: 180 })).toBe("60");
    expect(clockName({ move: 60 })).toBe("own");
  });
});

describe("settings that were kept", () => {
  it("come back as they were", () => {
    const kept = settings({ seats: 6, fill: false, visibility: "open", clock: CLOCKS["30"] });
    expect(parseTableSettings(setup, JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([
    null,
    "x",
    [],
    { seats: 99, bots: "nobody", fill: "yes", visibility: 3, clock: { move: 0 }, chat: null },
  ])("%j is as for a newcomer", (kept) => {
    expect(parseTableSettings(setup, kept)).toEqual(defaultSettings());
  });
});

describe("a refusal", () => {
  it("is shown where it belongs", () => {
    expect(fieldOfError("name_taken")).toBe("name");
    expect(fieldOfError("name_alike")).toBe("name");
    expect(fieldOfError("too_many_players")).toBe("seats");
    expect(fieldOfError("bad_seconds")).toBe("clock");
    expect(fieldOfError("unavailable")).toBeNull();
    expect(fieldOfError("toString")).toBeNull();
  });
});

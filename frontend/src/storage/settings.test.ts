import { describe, expect, it } from "vitest";
import { CHOICES, parseSettings } from "./settings.svelte";

const DEFAULTS = Object.fromEntries(
  Object.entries(CHOICES).map(([name, choices]) => [name, choices[0]]),
);

describe("stored settings", () => {
  it("are the defaults if nothing valid is stored", () => {
    for (const text of ["", "{", "null", "7", "[]", '{"pace":"slow","sound":1}'])
      expect(parseSettings(text)).toEqual(DEFAULTS);
  });

  it("are restored one by one", () => {
    const stored = { ...DEFAULTS, pace: "instant", memory: false, cards: "german" };
    expect(parseSettings(JSON.stringify({ ...stored, unknown: 3 }))).toEqual(stored);
  });
});

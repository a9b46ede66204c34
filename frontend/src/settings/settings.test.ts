import { describe, expect, it } from "vitest";
import { CHOICES, parseSettings } from "./settings.svelte";

const NEWCOMER = Object.fromEntries(
  Object.entries(CHOICES).map(([name, choices]) => [name, choices[0]]),
);

describe("kept settings", () => {
  it("are those of a newcomer where nothing can be read", () => {
    for (const text of ["", "{", "null", "7", "[]", '{"pace":"slow","sound":1}'])
      expect(parseSettings(text)).toEqual(NEWCOMER);
  });

  it("come back as they were, one by one", () => {
    const kept = { ...NEWCOMER, pace: "instant", memory: false, cards: "german" };
    expect(parseSettings(JSON.stringify({ ...kept, unknown: 3 }))).toEqual(kept);
  });
});

import { describe, expect, it } from "vitest";
import { LEVELS_WITH_CHARACTERS } from "../api/constants.generated";
import { t } from "../i18n";
import { en } from "../i18n/fixtures";
import { castLine, variantLabel } from "./option-text";
import { setup } from "./fixtures";

describe("the line about a member of the cast", () => {
  const { habit, line } = t.cast.Fritz;

  it("names the habit at levels that have one, and is true at any other", () => {
    for (const { name } of setup.levels)
      expect(castLine("Fritz", name)).toBe(LEVELS_WITH_CHARACTERS.includes(name) ? habit : line);
    expect(castLine("Fritz", "casual")).not.toBe(castLine("Fritz", "master"));
  });

  it("is the same at every level for a member without a habit", () => {
    expect(castLine("Otto", "casual")).toBe(t.cast.Otto.line);
    expect(castLine("Otto", "master")).toBe(t.cast.Otto.line);
  });

  it("is missing outside the cast", () => {
    expect(castLine("Nobody", "casual")).toBeUndefined();
  });
});

describe("the label of a variant", () => {
  it("comes from the catalogue, or from the name of an unknown variant", () => {
    expect(variantLabel("dutch")).toBe(en.variants.dutch.name);
    expect(variantLabel("own")).toBe(en.statistics.own);
    expect(variantLabel("new-one")).toBe("New-one");
  });
});

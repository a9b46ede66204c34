import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { find } from "../i18n";
import { catalogues } from "../i18n/fixtures";
import { setup } from "../game/fixtures";
import { GROUPS, groupNames, groupOf, ruleOf, ungrouped } from "./option-groups";

const rulebook = readFileSync(new URL("../../../docs/spec/RULES.md", import.meta.url), "utf8");

describe("the groups", () => {
  it("contain every option of the server exactly once", () => {
    const grouped = groupNames.flatMap((group) => GROUPS[group]);
    expect([...grouped].sort()).toEqual(setup.options.map(({ name }) => name).sort());
    expect(new Set(grouped).size).toBe(grouped.length);
    expect(ungrouped(setup)).toEqual([]);
    for (const group of groupNames)
      for (const option of GROUPS[group]) expect(groupOf(option)).toBe(group);
  });

  it("leave unknown options to the group of others", () => {
    const mulligan = {
      name: "mulligan",
      kind: "bool",
      choices: null,
      low: null,
      high: null,
    } as const;
    const newer = {
      ...setup,
      options: [...setup.options, { ...mulligan, nullable: false, when: [] }],
    };
    expect(ungrouped(newer)).toEqual(["mulligan"]);
    expect(groupOf("mulligan")).toBe("others");
    expect(ruleOf("mulligan")).toBeUndefined();
  });

  it("refer to existing rules", () => {
    for (const { name } of setup.options)
      expect(rulebook).toMatch(new RegExp(`\\*\\*${ruleOf(name)}\\b`));
  });
});

describe.each(Object.entries(catalogues))("in %s", (_, catalogue) => {
  it("every option and every value has a text", () => {
    for (const { name, choices } of setup.options) {
      const text = find<{ values: object }>(catalogue.options, name);
      expect(text, name).toBeDefined();
      expect(Object.keys(text?.values ?? {}).sort(), name).toEqual(
        (choices ?? []).map(String).sort(),
      );
    }
  });

  it("every variant and every level has a text", () => {
    for (const { name } of setup.presets)
      expect(find(catalogue.variants, name), name).toBeDefined();
    for (const { name } of setup.levels) expect(find(catalogue.levels, name), name).toBeDefined();
  });
});

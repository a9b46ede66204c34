import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { catalogues, find } from "../i18n";
import { setup } from "./fixtures";
import { GROUPS, RULES, groupNames, groupOf, matters, ruleOf, ungrouped } from "./groups";
import { optionsOf } from "./setup";

const law = readFileSync(new URL("../../../../docs/spec/RULES.md", import.meta.url), "utf8");

/** The options that RULES.md says a preset has no use for. */
function notApplicable(preset: string): string[] {
  const lines = law.split("\n").filter((line) => line.startsWith("|"));
  const cells = (line: string) => line.split("|").map((cell) => cell.trim().replaceAll("`", ""));
  const head = lines.map(cells).find((row) => row[1] === "option") ?? [];
  const column = head.indexOf(preset);
  expect(column).toBeGreaterThan(0);
  return lines
    .map(cells)
    .filter((row) => row[column] === "n/a" || row[column]?.startsWith("n/a "))
    .flatMap((row) => row[1]?.split(" / ") ?? []);
}

describe("the groups", () => {
  it("hold every option of the server exactly once", () => {
    const grouped = groupNames.flatMap((group) => GROUPS[group]);
    expect([...grouped].sort()).toEqual(setup.options.map(({ name }) => name).sort());
    expect(new Set(grouped).size).toBe(grouped.length);
    expect(ungrouped(setup)).toEqual([]);
    for (const group of groupNames)
      for (const option of GROUPS[group]) expect(groupOf(option)).toBe(group);
  });

  it("show options that they do not know among the others", () => {
    const mulligan = {
      name: "mulligan",
      kind: "bool",
      choices: null,
      low: null,
      high: null,
    } as const;
    const newer = { ...setup, options: [...setup.options, { ...mulligan, nullable: false }] };
    expect(ungrouped(newer)).toEqual(["mulligan"]);
    expect(groupOf("mulligan")).toBe("others");
    expect(ruleOf("mulligan")).toBeUndefined();
  });

  it("name rules that there are", () => {
    for (const rule of Object.values(RULES)) expect(law).toMatch(new RegExp(`\\*\\*${rule}\\b`));
  });
});

describe("what matters", () => {
  it.each(["pagat", "gamerules", "dutch", "choy"])("leaves out what is n/a in %s", (preset) => {
    const named = notApplicable(preset);
    expect(named.length).toBeGreaterThan(1);
    for (const option of named)
      expect(matters(option, optionsOf(setup, preset)), option).toBe(false);
  });

  it("changes with the rules", () => {
    const choy = optionsOf(setup, "choy");
    expect(matters("lives", choy)).toBe(false);
    expect(matters("lives", { ...choy, scoring: "lives" })).toBe(true);
    expect(matters("talon_short", optionsOf(setup, "dutch"))).toBe(false);
    expect(matters("talon_short", { ...optionsOf(setup, "dutch"), pass: true })).toBe(true);
  });
});

describe.each(Object.entries(catalogues))("in %s", (_, catalogue) => {
  it("every option and every value has its words", () => {
    for (const { name, choices } of setup.options) {
      const words = find<{ values: object }>(catalogue.options, name);
      expect(words, name).toBeDefined();
      expect(Object.keys(words?.values ?? {}).sort(), name).toEqual(
        (choices ?? []).map(String).sort(),
      );
    }
  });

  it("every variant and every level has its words", () => {
    for (const { name } of setup.presets)
      expect(find(catalogue.variants, name), name).toBeDefined();
    for (const { name } of setup.levels) expect(find(catalogue.levels, name), name).toBeDefined();
  });
});

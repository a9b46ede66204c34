import { afterEach, describe, expect, it } from "vitest";
import { showLanguage, type Catalogue } from "../i18n";
import { catalogues } from "../i18n/fixtures";
import { changeSetting, resetSettings } from "../storage/settings.svelte";
import { setup } from "./fixtures";
import { findableOption } from "./option-text";
import { search } from "./word-search";

afterEach(async () => {
  resetSettings();
  await showLanguage("en");
});

const options = () =>
  setup.options.map((info) => ({ option: info.name, ...findableOption(info, {}) }));
const found = (query: string) => search(options(), query).map(({ option }) => option);

describe("an option is found by the words that people use", () => {
  it.each([
    ["en", "five lives", "lives"],
    ["en", "5 lives", "lives"],
    ["en", "no passing", "pass"],
    ["en", "7-8-9", "replace_789"],
    ["en", "fire", "fire"],
    ["en", "three aces", "fire"],
    ["en", "31 ends", "special"],
    ["en", "knock", "close_timing"],
    ["en", "chicken", "last_chance"],
    ["de", "fünf Leben", "lives"],
    ["de", "Feuer", "fire"],
    ["de", "Blitz", "fire"],
    ["de", "Hosn obe", "special"],
    ["de", "Schnauz", "special"],
    ["de", "Knack", "special"],
    ["de", "Huhn", "last_chance"],
    ["de", "Zuklopfen", "close_timing"],
    ["de", "ohne Schieben", "pass"],
    ["de", "sieben acht neun", "replace_789"],
    ["nl", "vijf levens", "lives"],
    ["nl", "vuur", "fire"],
    ["nl", "kloppen", "close_timing"],
    ["nl", "kip", "last_chance"],
    ["nl", "zonder overslaan", "pass"],
  ] as const)("%s: %s", async (language, query, option) => {
    changeSetting("language", language);
    await showLanguage(language);
    expect(found(query).slice(0, 3)).toContain(option);
  });

  it("but not by numbers alone, which many options have", () => {
    expect(found("7 8 9")).not.toContain("lives");
    expect(found("seven eight")).toEqual(["replace_789"]);
  });

  it("and not by any word that is nowhere", () => {
    expect(found("five poodles")).toEqual([]);
    expect(found(" - ")).toEqual([]);
  });

  it.each(Object.entries(catalogues))("in %s, all of them", (_, { options }: Catalogue) => {
    for (const { words } of Object.values(options)) expect(words).not.toBe("");
  });
});

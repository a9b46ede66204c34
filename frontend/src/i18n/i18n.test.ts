import { afterEach, describe, expect, it } from "vitest";
import { changeSetting, resetSettings } from "../storage/settings.svelte";
import { chooseLanguage, find, language, list, playerGroup, showLanguage, t } from ".";
import { catalogues, de, en } from "./fixtures";

afterEach(async () => {
  resetSettings();
  await showLanguage("en");
});

describe("the texts", () => {
  it("have each language’s own words for pass and close", () => {
    expect([de.actions.pass, de.actions.close]).toEqual(["Schieben", "Zumachen"]);
    expect(catalogues.nl.actions.close).toBe("Passen");
  });

  it("break a long level between its syllables", () => {
    for (const { levels } of Object.values(catalogues))
      for (const { name } of Object.values(levels))
        for (const part of name.split("\u00ad")) expect(part.length, name).toBeLessThan(11);
  });

  it("are shown in the chosen language once it is loaded", async () => {
    changeSetting("language", "de");
    expect([language(), t.actions.pass]).toEqual(["en", "Pass"]);
    await showLanguage("de");
    expect([language(), t.actions.pass]).toEqual(["de", "Schieben"]);
  });

  it("stay as they are if another language was chosen while one was loaded", async () => {
    changeSetting("language", "de");
    const loading = showLanguage("de");
    changeSetting("language", "en");
    await loading;
    expect(t.actions.pass).toBe("Pass");
  });
});

describe("players in a sentence", () => {
  const [ann, ben] = [
    { name: "Ann", you: false },
    { name: "Ben", you: false },
  ];
  const me = { name: "Cleo", you: true };

  it("are listed as each language lists them", () => {
    const names = ["Ann", "Ben", "Cleo"];
    const lists = Object.values(catalogues).map((texts) => list(names, texts));
    expect(lists).toEqual(["Ann, Ben and Cleo", "Ann, Ben und Cleo", "Ann, Ben en Cleo"]);
    expect([list(["Ann"], en), list([], en)]).toEqual(["Ann", ""]);
  });

  it("are the reader, one other, or several with the reader last", () => {
    const losers = [[me], [ann], [me, ann, ben]].map((all) =>
      en.showdown.losers({ ...playerGroup(all, en), n: 1 }),
    );
    expect(losers).toEqual([
      "You lose a life.",
      "Ann loses a life.",
      "Ann, Ben and you lose a life each.",
    ]);
    expect(de.showdown.losers({ ...playerGroup([me, ann], de), n: 2 })).toBe(
      "Je 2 Leben verlieren: Ann und du.",
    );
  });
});

describe("the language", () => {
  it("is the first preferred one that is supported", () => {
    expect(chooseLanguage(["de-AT", "en"])).toBe("de");
    expect(chooseLanguage(["fr", "NL"])).toBe("nl");
    expect(chooseLanguage(["fr"])).toBe("en");
    expect(chooseLanguage([])).toBe("en");
  });
});

describe("looking up a code of the server", () => {
  it("finds own entries only", () => {
    expect(find(en.refused, "too_early")).toMatch(/too early/);
    expect(find(en.refused, "no such code")).toBeUndefined();
    expect(find(en.refused, "toString")).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { catalogues, chooseLanguage, find } from ".";
import { en } from "./en";

type Entry = string | ((...values: never[]) => string) | { [key: string]: Entry };

function keysOf(entry: Entry, path = ""): string[] {
  if (typeof entry !== "object") return [path];
  return Object.entries(entry).flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`));
}

function textsOf(entry: Entry): string[] {
  if (typeof entry === "string") return [entry];
  return typeof entry === "object" ? Object.values(entry).flatMap(textsOf) : [];
}

describe("the catalogues", () => {
  it.each(Object.entries(catalogues))("%s has every key and no empty sentence", (_, catalogue) => {
    expect(keysOf(catalogue)).toEqual(keysOf(en));
    expect(textsOf(catalogue).filter((text) => text.trim() === "")).toEqual([]);
  });

  it("have each language's own words for pass and close", () => {
    expect([catalogues.de.actions.pass, catalogues.de.actions.close]).toEqual([
      "Schieben",
      "Zumachen",
    ]);
    expect(catalogues.nl.actions.close).toBe("Passen");
  });
});

describe("the players waited for", () => {
  it("may be one or several", () => {
    const { de, nl } = catalogues;
    expect(de.people.shufflingWaits(["Ben"])).toBe("Es fehlt noch: Ben");
    expect(de.people.shufflingWaits(["Ben", "Cleo"])).toBe("Es fehlen noch: Ben und Cleo");
    expect(nl.people.waitingFor(["Ben"])).toBe("Kijkt nog: Ben");
    expect(nl.people.waitingFor(["Ben", "Cleo"])).toBe("Kijken nog: Ben en Cleo");
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

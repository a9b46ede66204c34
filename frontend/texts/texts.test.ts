import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compile, faultsOf, typeOf, type Texts } from "./compile.ts";
import {
  errorPages,
  languages,
  linkPreviews,
  PARTS,
  START_GROUPS,
  textFile,
  textModule,
  typesModule,
  type Part,
} from "./files.ts";

const parts = Object.keys(PARTS) as Part[];

describe("the files", () => {
  it.each(["en", "de", "nl"])("%s is complete", (language) => {
    for (const part of parts) expect(() => textModule(part, language)).not.toThrow();
  });

  it("have texts for link previews, with plain places and the names of the variants", () => {
    const previews = JSON.parse(linkPreviews()) as Record<string, Record<string, unknown>>;
    expect(Object.keys(previews).toSorted()).toEqual(["de", "en", "nl"]);
    expect(languages().toSorted()).toEqual(["de", "en", "nl"]);
    for (const { variants, table, ...others } of Object.values(previews)) {
      expect(
        String(table)
          .match(/\{.*?\}/g)
          ?.toSorted(),
      ).toEqual(["{host}", "{variant}"]);
      expect(JSON.stringify(others)).not.toMatch(/\w*\{\w|\}\w/);
      expect(variants).toMatchObject({ pagat: "Schwimmen" });
    }
  });

  it("have texts for error pages, with plain places", () => {
    const pages = JSON.parse(errorPages()) as Record<string, Record<string, string>>;
    expect(Object.keys(pages).toSorted()).toEqual(["de", "en", "nl"]);
    for (const { wrong_host, ...others } of Object.values(pages)) {
      expect(wrong_host?.match(/\{.*?\}/g)).toEqual(["{host}"]);
      expect(JSON.stringify(others)).not.toMatch(/\w*\{\w|\}\w/);
    }
  });

  it("have all texts of the start page in its half", () => {
    const sources = new URL("../src/", import.meta.url);
    const folders = ["start", "worker", "portraits"];
    const paths = [
      "App.svelte",
      "cards/CardFace.svelte",
      "offline/ServerUnreachable.svelte",
      "setup/NewcomerLink.svelte",
      "ui/Panel.svelte",
      "ui/TableListRow.svelte",
      ...folders.flatMap((folder) =>
        readdirSync(new URL(folder, sources))
          .filter((name) => name.endsWith(".svelte"))
          .map((name) => `${folder}/${name}`),
      ),
    ];
    const used = paths.flatMap((path) => {
      const source = readFileSync(new URL(path, sources), "utf8");
      return Array.from(source.matchAll(/\bt\.(\w+)/g), ([, group = ""]) => group);
    });
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter((group) => !START_GROUPS.includes(group))).toEqual([]);
  });

  it("are described by the generated types (npm run texts)", () => {
    const types = readFileSync(new URL("../src/i18n/texts.generated.ts", import.meta.url), "utf8");
    expect(types).toBe(typesModule());
  });

  it.each(["en", "de", "nl"])("%s has typographic quotes, dashes and ellipses", (language) => {
    const lines = readFileSync(textFile(language), "utf8").split("\n");
    const texts = lines.map((line) => /^\s*"[^"]*": "(.*)",?$/.exec(line)?.[1] ?? "");
    expect(texts.filter((text) => /['"]|\.\.\.| - |\s$|^\s/.test(text))).toEqual([]);
  });
});

async function load(texts: Texts, locale: string, english = texts) {
  const module = `data:text/javascript,${encodeURIComponent(compile(texts, locale, english))}`;
  return ((await import(/* @vite-ignore */ module)) as { default: unknown }).default;
}

describe("a message", () => {
  it("is a string, or a function of its places", async () => {
    const texts = await load(
      { a: { plain: "`${yes}` \\".replace("{yes}", "yes") }, b: "Hi {name}" },
      "en",
    );
    expect(texts).toEqual({ a: { plain: "`$yes` \\" }, b: expect.any(Function) as unknown });
    const { b } = texts as { b: (places: object) => string };
    expect(b({ name: "Ann" })).toBe("Hi Ann");
  });

  it("is a function if the English one has places", async () => {
    const english = { a: { fires: "{n, plural, one {fire} other {fires}}" } };
    const { a } = (await load({ a: { fires: "Feuer" } }, "de", english)) as {
      a: { fires: (places: { n: number }) => string };
    };
    expect(a.fires({ n: 2 })).toBe("Feuer");
  });

  it("has the plural forms of its language, and exact numbers before them", async () => {
    const message =
      "{n, plural, =0 {none} one {# plik} few {# pliki} many {# plików} other {# pliku}}";
    const { files } = (await load({ files: message }, "pl")) as {
      files: (places: { n: number }) => string;
    };
    expect([0, 1, 3, 5, 1.5].map((n) => files({ n }))).toEqual([
      "none",
      "1 plik",
      "3 pliki",
      "5 plików",
      "1.5 pliku",
    ]);
  });

  it("may select forms inside a plural", async () => {
    const message =
      "{n, selectordinal, one {#st{you, select, true {!} other {?}}} two {#nd} few {#rd} other {#th}}";
    const { place } = (await load({ place: message }, "en")) as {
      place: (places: { n: number; you: boolean }) => string;
    };
    expect(place({ n: 21, you: true })).toBe("21st!");
    expect(place({ n: 1, you: false })).toBe("1st?");
    expect(place({ n: 12, you: true })).toBe("12th");
  });
});

describe("a translation", () => {
  const english = { hello: "Hello {name}", cards: "{n, plural, one {# card} other {# cards}}" };
  const faults = (changes: object) =>
    faultsOf(english, { hello: "Hallo {name}", cards: "{n} Karten", ...changes }, "de");

  it("may select forms or not", () => {
    const message = "{n, plural, one {# Karte} other {# Karten}}";
    expect(faultsOf(english, { hello: "Hallo {name}", cards: message }, "de")).toEqual([]);
    expect(faultsOf({ a: "{n, plural, other {some}}" }, { a: "einige" }, "de")).toEqual([]);
  });

  it.each<[Texts, string]>([
    [{ bye: "Tschüss" }, "bye: is not among the English texts"],
    [{ hello: "Hallo" }, "hello: lacks the place {name}"],
    [{ hello: " " }, "hello: is empty"],
    [{ hello: "{name} {surname}" }, "hello: has a place that the English text lacks: {surname}"],
    [{ hello: { a: "b" } }, "hello: must be a message"],
    [
      { hello: "{name, select, x {a} other {{name}}}" },
      "hello: has a case that the English text lacks: {name, select, x {...}}",
    ],
  ])("%j has a fault", (changes, expected) => {
    expect(faults(changes)).toContain(expected);
  });

  it("must have all keys and all plural forms", () => {
    expect(faultsOf(english, { hello: "Hallo {name}" }, "de")).toEqual(["cards: is missing"]);
    const cards = "{n, plural, one {# karta} other {# karty}}";
    expect(faultsOf({ cards: english.cards }, { cards }, "pl")).toEqual([
      'cards: the plural of {n} lacks the form "few", "many"',
    ]);
    const [broken] = faultsOf({ cards: english.cards }, { cards: "{n, plural, one {" }, "de");
    expect(broken).toMatch(/^cards: /);
  });
});

it("the type of a message has its places", () => {
  const texts = {
    plain: "Yes",
    "all!": "{you, select, true {You win} other {{name} wins}}",
    by: { cards: "{n, plural, one {# card} other {# cards}}", who: "{w, select, a {A} other {B}}" },
  };
  expect(typeOf(texts)).toBe(`{
  readonly plain: string;
  readonly "all!": (places: { you: boolean; name: string | number }) => string;
  readonly by: {
    readonly cards: (places: { n: number }) => string;
    readonly who: (places: { w: "a" | "other" }) => string;
  };
}`);
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Options } from "../api/wire";
import { parseCards } from "../cards/cards";
import { splitCards } from "../cards/sentence";
import { find } from "../i18n";
import { setup, valuesOf } from "../game/fixtures";
import { isRelevant, presetOptions } from "../game/setup";
import { parseRulesQuery, parseOptions } from "../router/rules-query";
import { holds } from "../game/conditions";
import { factsOf } from "./facts";
import {
  absentRules,
  cardPoints,
  EXAMPLES,
  houseRules,
  shownSections,
  shownTactics,
  paragraphsStating,
  RULES,
} from "./rulebook";
import { SECTIONS } from "./sections";
import { loadTexts } from "./texts";

const rulebook = readFileSync(new URL("../../../docs/spec/RULES.md", import.meta.url), "utf8");

const NAMES = ["pagat", "app-a7", "gamerules", "dutch", "choy"] as const;
const of = (name: (typeof NAMES)[number]): Options => presetOptions(setup, name);
const presets = {
  pagat: of("pagat"),
  app: of("app-a7"),
  gamerules: of("gamerules"),
  dutch: of("dutch"),
  choy: of("choy"),
};

describe("the rules of a variant", () => {
  it.each(NAMES)("%s: states every relevant option, and no other", (name) => {
    const options = of(name);
    for (const option of Object.keys(options)) {
      const stating = paragraphsStating(option, options).map(({ id }) => id);
      // A house rule need not be mentioned where it does not apply.
      const isOff = options[option] === false && presets.pagat[option] === false;
      if (!isRelevant(setup, option, options)) expect(stating, option).toEqual([]);
      else if (!isOff) expect(stating, option).not.toEqual([]);
    }
  });
});

describe("the rules shown", () => {
  it("are those of the variant", () => {
    const shownRules = (options: Options) =>
      RULES.filter((rule) => !absentRules(options).includes(rule)).join(" ");
    expect(shownRules(presets.pagat)).toBe(
      "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R16 R17 R18 R19 R21 R22 R23 R24 R33",
    );
    expect(shownRules(presets.dutch)).toBe(
      "R1 R2 R3 R4 R5 R6 R7 R8 R10 R11 R13 R14 R15 R16 R17 R21 R22 R23 R24 R25 R26 R27 R28 R29 R33",
    );
    expect(shownRules(presets.choy)).toBe(
      "R1 R2 R3 R4 R5 R6 R7 R8 R10 R11 R12 R13 R14 R15 R16 R30 R31 R32 R33",
    );
  });

  it("are all of RULES.md", () => {
    const numbers = Array.from(rulebook.matchAll(/^\*\*(R\d+)\b/gm), ([, number]) => number);
    expect(numbers.toSorted()).toEqual(RULES.toSorted());
  });

  it("list every rule once, as shown or as absent", () => {
    for (const options of Object.values(presets)) {
      const shown = shownSections(options, options)
        .flatMap(({ blocks }) => blocks.map(({ rule }) => rule))
        .filter((rule) => rule !== null);
      expect([...shown, ...absentRules(options)].toSorted()).toEqual([...RULES].toSorted());
    }
  });

  it("have no paragraph that is never shown", () => {
    const changed = Object.values(presets).flatMap((options) =>
      setup.options.flatMap((option) =>
        valuesOf(option).map((value) => ({ ...options, [option.name]: value })),
      ),
    );
    const shown = changed.flatMap((options) =>
      shownSections(options, options).flatMap(({ blocks }) =>
        blocks.flatMap(({ paragraphs }) => paragraphs.map(({ id }) => id)),
      ),
    );
    const all = SECTIONS.flatMap(({ blocks }) =>
      blocks.flatMap(({ paragraphs }) => paragraphs.map(({ id }) => id)),
    );
    expect(all.filter((id) => !shown.includes(id))).toEqual([]);
  });

  it("mark changes by house rules, beside the variant's rules", () => {
    const preset = presets.pagat;
    const house = { ...preset, lives: 5, closer_penalty: true, pass: false };
    expect(
      houseRules(house, preset).map(({ option, now, before }) => [
        option,
        now.map(({ id }) => id),
        before.map(({ id }) => id),
      ]),
    ).toEqual([
      ["pass", ["noPass"], ["pass"]],
      ["closer_penalty", ["closerPays"], []],
      ["lives", ["lives"], ["lives"]],
    ]);
    const marked = shownSections(house, preset).flatMap(({ blocks }) =>
      blocks.flatMap(({ paragraphs }) => paragraphs.filter(({ changed }) => changed)),
    );
    expect(marked.map(({ id }) => id)).toEqual(["noPass", "closerPays", "lives"]);
    expect(houseRules(preset, preset)).toEqual([]);
  });

  it("give advice that applies", () => {
    expect(shownTactics(presets.choy)).toContain("endEarly");
    expect(shownTactics(presets.choy)).not.toContain("gone");
    expect(shownTactics(presets.pagat)).not.toContain("endEarly");
  });

  it("give the points of the pack's cards", () => {
    const small = cardPoints({ ...presets.app, pack: "A9" });
    expect(small.map(({ rank }) => rank)).toEqual(["A", "K", "Q", "J", "T", "9"]);
    expect(small[0]).toEqual({ rank: "A", points: 11 });
  });
});

describe("a condition", () => {
  const options: Options = { pack: "A7", lives: 3, target: null };
  it.each([
    [{ pack: "A7", lives: 3 }, true],
    [{ pack: ["A5", "A7"] }, true],
    [{ pack: "A9" }, false],
    [{ lives: { above: 2 } }, true],
    [{ lives: { above: 3 } }, false],
    [{ target: { above: 0 } }, false],
    [{ target: null }, true],
    [{ unheard: true }, false],
  ])("%j", (when, expected) => {
    expect(holds(when, options)).toBe(expected);
  });

  it("of several holds if one does", () => {
    expect(holds([{ pack: "A9" }, { lives: 3 }], options)).toBe(true);
    expect(holds([{ pack: "A9" }, { lives: 4 }], options)).toBe(false);
    expect(holds(undefined, options)).toBe(true);
  });
});

describe("the texts", () => {
  it.each(["en", "de", "nl"] as const)("are complete (%s)", async (language) => {
    const texts = await loadTexts(language);
    const all = [
      ...Object.values(texts.sections),
      ...Object.values(texts.paragraphs),
      ...Object.values(texts.tactics),
    ];
    for (const options of Object.values(presets)) {
      const facts = factsOf(options);
      for (const text of all) {
        const result = typeof text === "string" ? text : text(facts);
        expect(result.trim()).not.toBe("");
        expect(result).not.toMatch(/undefined|NaN|false| {2}|\{/);
      }
    }
    expect(Object.keys(texts.rules)).toEqual([...RULES]);
    expect(EXAMPLES.filter(({ text }) => !Object.hasOwn(texts.examples, text))).toEqual([]);
  });

  it.each([
    ["en", /worst|lowest/i],
    ["de", /schlecht|niedrigst/i],
    ["nl", /slecht|laagst/i],
  ] as const)(
    "never name the worst hand if all but the best lose (%s)",
    async (language, worst) => {
      const texts = await loadTexts(language);
      const told = (options: Options) =>
        shownSections(options, options).flatMap(({ blocks }) =>
          blocks.flatMap(({ rule, paragraphs, examples }) => [
            rule === null ? "" : texts.rules[rule],
            ...paragraphs.map(({ id }) => {
              const text = texts.paragraphs[id];
              return typeof text === "string" ? text : text(factsOf(options));
            }),
            ...examples.map(({ text }) => find<string>(texts.examples, text) ?? ""),
          ]),
        );
      for (const name of ["pagat", "app-a7", "gamerules", "dutch"] as const) {
        const house = { ...of(name), losers: "all_but_best", closer_penalty: true };
        expect(told(house).filter((text) => worst.test(text))).toEqual([]);
        expect(told(of(name)).filter((text) => worst.test(text))).not.toEqual([]);
      }
    },
  );

  it("differ between the languages", async () => {
    const [en, de, nl] = await Promise.all(
      ["en" as const, "de" as const, "nl" as const].map(loadTexts),
    );
    const facts = factsOf(presets.pagat);
    const results = (texts: typeof en) =>
      Object.values(texts?.paragraphs ?? {}).map((text) =>
        typeof text === "string" ? text : text(facts),
      );
    const others = new Set([...results(de), ...results(nl)]);
    expect(results(en).filter((text) => others.has(text))).toEqual([]);
  });
});

describe("the examples", () => {
  it("show valid cards", () => {
    for (const { hands } of EXAMPLES)
      for (const { cards } of hands)
        expect(splitCards(cards.map((card) => `[${card}]`).join("")).length).toBe(
          parseCards(cards.join(" ")).length,
        );
  });
});

describe("an address", () => {
  it("has a variant and house rules", () => {
    const query = new URLSearchParams({ variant: "dutch", options: '{"lives":5,"fire":[1]}' });
    expect(parseRulesQuery(query)).toEqual({ preset: "dutch", options: { lives: 5 } });
    expect(parseRulesQuery(new URLSearchParams())).toEqual({ preset: "pagat", options: {} });
  });

  it("may have options as pairs", () => {
    expect(parseOptions("lives=5,pass=no,target=none,special=none,,nothing")).toEqual({
      lives: 5,
      pass: false,
      target: null,
      special: "none",
    });
    expect(parseOptions("{broken")).toEqual({});
    expect(parseOptions("[1]")).toEqual({});
  });
});

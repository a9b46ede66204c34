import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lookOf } from "./looks";
import { PEOPLE } from "./cast";
import { beards } from "./parts/beards";
import { clothes, neckwear } from "./parts/clothes";
import { extras } from "./parts/extras";
import { brows, eyes, marks, mouths, noses } from "./parts/features";
import { hair } from "./parts/hair";
import { hats } from "./parts/hats";
import { heads } from "./parts/heads";
import type { Look } from "./look";
import type { Shape } from "./shape";

const names = Object.keys(PEOPLE);
const tokens = readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8");

/** The parts that set a portrait apart at a glance. */
const outline = ({ head, hair, hat, beard, clothes }: Look) => [head, hair, hat, beard, clothes];

describe("the cast", () => {
  it("has sixteen people who differ in shape and in colours", () => {
    expect(names).toHaveLength(16);
    const looks = names.map((name) => JSON.stringify(outline(lookOf(name))));
    expect(new Set(looks).size).toBe(16);
    const colours = names.map((name) => {
      const { ground, skin, hairColour, hatColour, cloth } = lookOf(name);
      return JSON.stringify([ground, skin, hairColour, hatColour, cloth]);
    });
    expect(new Set(colours).size).toBe(16);
  });
});

describe("any other name", () => {
  const NAMES = [
    "",
    " ",
    "Anna",
    "anna",
    "Jörg",
    "王小明",
    "🙂‍↔️",
    "\ud800",
    "toString",
    "x".repeat(200),
  ];

  it.each(NAMES)("has a look: %j", (name) => {
    const look = lookOf(name);
    for (const [part, parts] of [
      [look.hair, hair],
      [look.hat, hats],
      [look.clothes, clothes],
      [look.neckwear, neckwear],
      [look.eyes, eyes],
      [look.head, heads],
    ] as const) {
      expect(Object.keys(parts)).toContain(part);
    }
  });

  it("has one look, however the name is normalised in Unicode", () => {
    expect(lookOf("Zoë")).toEqual(lookOf("Zoe\u0308"));
    expect(lookOf("Anna")).toEqual(lookOf("Anna"));
    // Players recognise their portrait: changing the algorithm would redraw everyone.
    const { hair, clothes, skin } = lookOf("Anna");
    expect({ hair, clothes, skin }).toMatchInlineSnapshot(`
      {
        "clothes": "stripes",
        "hair": "underHat",
        "skin": 3,
      }
    `);
  });

  it("seldom has the look of another name", () => {
    const many = Array.from({ length: 500 }, (_, i) => JSON.stringify(lookOf(`Player ${i}`)));
    expect(new Set(many).size).toBeGreaterThan(495);
    const outlines = many.map((look) => JSON.stringify(outline(JSON.parse(look))));
    expect(new Set(outlines).size).toBeGreaterThan(100);
  });
});

describe("the shapes", () => {
  const flat = [clothes, neckwear, eyes, brows, noses, mouths, marks, extras];
  const layered = [...Object.values(hair), ...Object.values(hats)];
  const shapes: readonly Shape[] = [
    ...flat.flatMap((parts) => Object.values<readonly Shape[]>(parts).flat()),
    ...layered.flatMap(({ back, front }): readonly Shape[] => [...back, ...front]),
    ...Object.values(beards).flatMap(({ under, over }): readonly Shape[] => [...under, ...over]),
  ];

  it("have a valid path and a known colour", () => {
    const ROLES = [
      "skin",
      "skin-shade",
      "flush",
      "hair",
      "strand",
      "cloth",
      "cloth-shade",
      "trim",
      "hat",
      "hat-shade",
    ];
    expect(shapes.length).toBeGreaterThan(100);
    for (const { d, fill, line, width } of shapes) {
      expect(d).toMatch(/^M[-\d.a-zA-Z ]+$/);
      expect(d).not.toMatch(/NaN|undefined/);
      for (const colour of [fill, line]) {
        if (colour !== undefined && !ROLES.includes(colour)) {
          expect(tokens).toContain(`--face-${colour}:`);
        }
      }
      expect(fill ?? line).toBeDefined();
      expect(line === undefined || (width ?? 0) > 0).toBe(true);
    }
  });
});

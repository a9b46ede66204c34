import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLOTHS, GROUNDS, PORTRAITS } from "../api/constants.generated";
import { formatFace, lookOf, ownColours, parseFace } from "./looks";
import { PEOPLE } from "./cast";
import { GUESTS } from "./guests";
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

/** The parts that make a portrait recognisable. */
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

describe("a chosen face", () => {
  it("can be any portrait of the cast or of the guests, all different", () => {
    expect([...PORTRAITS].sort()).toEqual([...names, ...Object.keys(GUESTS)].sort());
    const looks = PORTRAITS.map((portrait) => lookOf("Anna", formatFace(ownColours(portrait))));
    expect(new Set(looks.map((look) => JSON.stringify(outline(look)))).size).toBe(PORTRAITS.length);
  });

  it("is drawn instead of the one that belongs to the name, in all its colours", () => {
    const plain = lookOf("Berta");
    for (const ground of GROUNDS) {
      for (const cloth of CLOTHS) {
        const look = lookOf("Karl", formatFace({ portrait: "Berta", ground, cloth }));
        expect(look).toMatchObject({ ground, cloth, hair: plain.hair, skin: plain.skin });
        expect(look.trim).not.toBe(cloth);
      }
    }
    expect(parseFace("Berta-moss-oxblood")).toEqual(ownColours("Berta"));
    expect(lookOf("Anna", "Berta-moss-oxblood")).toEqual(plain);
  });

  it.each([
    null,
    undefined,
    "",
    "Berta",
    "Berta-moss",
    "Nobody-moss-oxblood",
    "Berta-x-y",
    "a-b-c-d",
  ])("is that of the name if the page does not know it: %j", (face) => {
    expect(parseFace(face)).toBeNull();
    expect(lookOf("Anna", face)).toEqual(lookOf("Anna"));
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
    // Players recognise their portraits, which a change of the algorithm would redraw.
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

/** A look for any name at all, put together from the parts the cast is drawn of. */
import { GROUNDS, SKINS, type Look } from "./look";
import type { Colour } from "./shape";
import { PEOPLE } from "./cast";
import { plainName } from "../i18n/names";

/** Numbers that follow from the name alone: FNV-1a over its code points, then mulberry32. */
function numbersOf(name: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of name.normalize("NFC")) {
    state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const CLOTHS: readonly Colour[] = [
  "loden",
  "sage",
  "oxblood",
  "rust",
  "mustard",
  "rose",
  "plum",
  "slate",
  "navy",
  "cream",
];
const HAIR: readonly Colour[] = ["brown", "black", "grey"];
const FAIR_HAIR: readonly Colour[] = [...HAIR, "chestnut", "copper", "honey", "silver"];

/** Nobody's name says whether they have a beard: these are faces that anybody may have. */
export function composed(name: string): Look {
  const next = numbersOf(name);
  const one = <T>(first: T, ...others: readonly T[]): T =>
    others[Math.floor(next() * (others.length + 1)) - 1] ?? first;
  const otherThan = (colour: Colour) =>
    one<Colour>(
      colour === "cream" ? "navy" : "cream",
      ...CLOTHS.filter((cloth) => cloth !== colour),
    );

  const skin = one(...SKINS);
  const cloth = one<Colour>("loden", ...CLOTHS);
  const trim = otherThan(cloth);
  const hat = next() < 0.3 ? one<Look["hat"]>("beanie", "pompon", "beret", "flatCap") : "none";
  const glasses = next() < 0.3;
  return {
    ground: one(...GROUNDS),
    skin,
    head: one<Look["head"]>("oval", "round", "long", "heart"),
    body: one<Look["body"]>("slim", "slim", "broad"),
    eyes: one<Look["eyes"]>("dots", "small", "wide", "lidded", "merry"),
    brows: one<Look["brows"]>("soft", "straight", "high", "raised"),
    nose: one<Look["nose"]>("soft", "button", "long", "broad"),
    mouth: one<Look["mouth"]>("smile", "smirk", "calm", "grin"),
    marks: one<Look["marks"]>([], [], ["cheeks"], ["freckles"], ["mole"]),
    beard: "none",
    hair:
      hat === "none"
        ? one<Look["hair"]>(
            "parted",
            "tousled",
            "quiff",
            "bowl",
            "pixie",
            "curls",
            "waves",
            "bob",
            "afro",
          )
        : one<Look["hair"]>("underHat", "longUnderHat"),
    hairColour: one<Colour>("brown", ...(skin > 3 ? HAIR : FAIR_HAIR)),
    hat,
    hatColour: otherThan(cloth),
    ...dressed(
      one<Look["clothes"]>("jumper", "stripes", "shirt", "checked", "dungarees", "turtleneck"),
      one,
    ),
    cloth,
    trim,
    extras: glasses ? [one<Look["extras"][number]>("roundGlasses", "redGlasses")] : [],
  };
}

/** Clothes, and what may lie round the neck with them. */
function dressed(
  clothes: Look["clothes"],
  one: (first: Look["neckwear"], ...others: Look["neckwear"][]) => Look["neckwear"],
): Pick<Look, "clothes" | "neckwear"> {
  if (clothes === "turtleneck") return { clothes, neckwear: "roll" };
  return { clothes, neckwear: one("none", "none", "none", "kerchief", "scarf") };
}

/** Whose look is whose: the cast as it was drawn, everybody else by their name. */

const cast = new Map<string, Look>(Object.entries(PEOPLE));

/** The same name always has the same look. */
export const lookOf = (name: string): Look =>
  cast.get(plainName(name)) ?? composed(plainName(name));

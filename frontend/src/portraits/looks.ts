/** Looks of players: of a chosen face, or composed from a name. */
import { CLOTHS, GROUNDS } from "../api/constants.generated";
import { PLAIN_LOOK, SKINS, type Look } from "./look";
import type { Colour } from "./shape";
import { PEOPLE } from "./cast";
import { GUESTS } from "./guests";
import { plainName } from "../i18n/names";

/** Return a random generator seeded by a name: FNV-1a over its code points, then mulberry32. */
function randomByName(name: string): () => number {
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

const HAIR: readonly Colour[] = ["brown", "black", "grey"];
const FAIR_HAIR: readonly Colour[] = [...HAIR, "chestnut", "copper", "honey", "silver"];

/** Compose a look for a name, without a beard, which a name does not reveal. */
export function composeLook(name: string): Look {
  const next = randomByName(name);
  const pick = <T>(first: T, ...others: readonly T[]): T =>
    others[Math.floor(next() * (others.length + 1)) - 1] ?? first;
  const colourBesides = (colour: Colour) =>
    pick<Colour>(
      colour === "cream" ? "navy" : "cream",
      ...CLOTHS.filter((cloth) => cloth !== colour),
    );

  const skin = pick(...SKINS);
  const cloth = pick<Colour>("loden", ...CLOTHS);
  const trim = colourBesides(cloth);
  const hat = next() < 0.3 ? pick<Look["hat"]>("beanie", "pompon", "beret", "flatCap") : "none";
  const glasses = next() < 0.3;
  return {
    ground: pick(...GROUNDS),
    skin,
    head: pick<Look["head"]>("oval", "round", "long", "heart"),
    body: pick<Look["body"]>("slim", "slim", "broad"),
    eyes: pick<Look["eyes"]>("dots", "small", "wide", "lidded", "merry"),
    brows: pick<Look["brows"]>("soft", "straight", "high", "raised"),
    nose: pick<Look["nose"]>("soft", "button", "long", "broad"),
    mouth: pick<Look["mouth"]>("smile", "smirk", "calm", "grin"),
    marks: pick<Look["marks"]>([], [], ["cheeks"], ["freckles"], ["mole"]),
    beard: "none",
    hair:
      hat === "none"
        ? pick<Look["hair"]>(
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
        : pick<Look["hair"]>("underHat", "longUnderHat"),
    hairColour: pick<Colour>("brown", ...(skin > 3 ? HAIR : FAIR_HAIR)),
    hat,
    hatColour: colourBesides(cloth),
    ...withNeckwear(
      pick<Look["clothes"]>("jumper", "stripes", "shirt", "checked", "dungarees", "turtleneck"),
      pick,
    ),
    cloth,
    trim,
    extras: glasses ? [pick<Look["extras"][number]>("roundGlasses", "redGlasses")] : [],
  };
}

/** Return clothes with suitable neckwear. */
function withNeckwear(
  clothes: Look["clothes"],
  pick: (first: Look["neckwear"], ...others: Look["neckwear"][]) => Look["neckwear"],
): Pick<Look, "clothes" | "neckwear"> {
  if (clothes === "turtleneck") return { clothes, neckwear: "roll" };
  return { clothes, neckwear: pick("none", "none", "none", "kerchief", "scarf") };
}

const portraits = new Map<string, Look>(Object.entries({ ...PEOPLE, ...GUESTS }));
const cast = new Map<string, Look>(Object.entries(PEOPLE));

const isOneOf = <T extends string>(values: readonly T[], value: string | undefined): value is T =>
  values.some((one) => one === value);

/** A chosen face, written as portrait, background and clothes: "Berta-moss-oxblood". */
export interface Face {
  portrait: string;
  ground: Look["ground"];
  cloth: (typeof CLOTHS)[number];
}

export const formatFace = ({ portrait, ground, cloth }: Face) => `${portrait}-${ground}-${cloth}`;

/** Parse a chosen face; null if this page does not know it. */
export function parseFace(face: string | null | undefined): Face | null {
  const [portrait = "", ground, cloth] = face?.split("-") ?? [];
  return portraits.has(portrait) && isOneOf(GROUNDS, ground) && isOneOf(CLOTHS, cloth)
    ? { portrait, ground, cloth }
    : null;
}

/** Return a face with the portrait's own colours. */
export function ownColours(portrait: string): Face {
  const { ground, cloth } = portraits.get(portrait) ?? PLAIN_LOOK;
  return { portrait, ground, cloth: isOneOf(CLOTHS, cloth) ? cloth : "slate" };
}

/** Return the look of a player: that of the chosen face, or the one that belongs to the name. */
export function lookOf(name: string, face?: string | null): Look {
  const chosen = parseFace(face);
  const look = chosen && portraits.get(chosen.portrait);
  if (!chosen || !look) return cast.get(plainName(name)) ?? composeLook(plainName(name));
  const { ground, cloth } = chosen;
  const trim = look.trim === cloth ? (cloth === "cream" ? "navy" : "cream") : look.trim;
  return { ...look, ground, cloth, trim };
}

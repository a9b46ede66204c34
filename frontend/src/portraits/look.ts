/** The parts and colours that a portrait is drawn with. */
import { GROUNDS } from "../api/constants.generated";
import type { BeardName } from "./parts/beards";
import type { ClothesName, NeckwearName } from "./parts/clothes";
import type { ExtraName } from "./parts/extras";
import type { BrowsName, EyesName, MarkName, MouthName, NoseName } from "./parts/features";
import type { HairName } from "./parts/hair";
import type { HatName } from "./parts/hats";
import type { BodyName, HeadName } from "./parts/heads";
import type { Colour } from "./shape";

export const SKINS = [1, 2, 3, 4, 5, 6] as const;

export interface Look {
  ground: (typeof GROUNDS)[number];
  skin: (typeof SKINS)[number];
  head: HeadName;
  body: BodyName;
  eyes: EyesName;
  brows: BrowsName;
  nose: NoseName;
  mouth: MouthName;
  marks: readonly MarkName[];
  beard: BeardName;
  hair: HairName;
  hairColour: Colour;
  hat: HatName;
  hatColour: Colour;
  clothes: ClothesName;
  cloth: Colour;
  trim: Colour;
  neckwear: NeckwearName;
  extras: readonly ExtraName[];
}

/** A plain look, so that the look of a portrait lists only the differences. */
export const PLAIN_LOOK = {
  ground: "chalk",
  skin: 2,
  head: "oval",
  body: "slim",
  eyes: "dots",
  brows: "soft",
  nose: "soft",
  mouth: "smile",
  marks: [],
  beard: "none",
  hair: "none",
  hairColour: "brown",
  hat: "none",
  hatColour: "loden",
  clothes: "jumper",
  cloth: "loden",
  trim: "cream",
  neckwear: "none",
  extras: [],
} as const satisfies Look;

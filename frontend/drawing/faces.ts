/** Faces of all cards of all sets: the French art in our colours, and our German cards. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { optimize } from "svgo";
import { germanFace } from "./german.ts";

const ART = new URL(
  "../node_modules/@heruka_urgyen/react-playing-cards/src/images/",
  import.meta.url,
);

/** Replacements that give the French art the colours of our table. */
const OUR_COLOURS: [RegExp, string][] = [
  [/<rect width="239"[^>]*>(<\/rect>)?/, ""],
  [/"white"/g, '"#fffdf7"'],
  [/"black"/g, '"#1d1b1a"'],
  [/"red"/g, '"#b8142a"'],
  [/"blue"/g, '"#1b4da6"'],
  [/"green"/g, '"#1a6434"'],
  [/"#44F"/g, '"#33549c"'],
  [/"#FC4"/g, '"#eab54e"'],
];

/** Letters of court cards, which the page draws in the reader's language. */
const COURT_LETTERS = /<use xlink:href="#V[CSHD][JQK]"[^>]*>(<\/use>)?/g;

/** Reduce a picture to a third of its size by removing invisible decimals. */
const minifySvg = (svg: string) =>
  optimize(svg, {
    multipass: true,
    plugins: [
      { name: "preset-default", params: { overrides: { convertPathData: { floatPrecision: 0 } } } },
    ],
  }).data;

function french(folder: string, card: string, minify: boolean): string {
  const art = readFileSync(fileURLToPath(new URL(`${folder}/${card}.svg`, ART)), "utf8");
  const ours = OUR_COLOURS.reduce(
    (svg, [theirs, mine]) => svg.replace(theirs, mine),
    art.replace(COURT_LETTERS, ""),
  );
  return minify ? minifySvg(ours) : ours;
}

const SETS: Record<string, (card: string, minify: boolean) => string> = {
  french: (card, minify) => french("2color", card, minify),
  frenchLarge: (card, minify) => french("2color-bf", card, minify),
  fourColour: (card, minify) => french("4color", card, minify),
  fourColourLarge: (card, minify) => french("4color-bf", card, minify),
  german: (card) => germanFace(card, false),
  germanLarge: (card) => germanFace(card, true),
};

const CARDS = [..."23456789TJQKA"].flatMap((rank) => [..."CSHD"].map((suit) => rank + suit));

/** Pictures of the cards of each set, by name. */
export type Faces = Record<string, Record<string, string>>;

/** Draw all cards of all sets; minifying them takes a second. */
export const drawFaces = (minify: boolean): Faces =>
  Object.fromEntries(
    Object.entries(SETS).map(([name, draw]) => [
      name,
      Object.fromEntries(CARDS.map((card) => [card, draw(card, minify)])),
    ]),
  );

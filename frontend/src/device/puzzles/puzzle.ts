/** Puzzles: those of the page, in the format of `scripts/puzzles.py`, and the player's own. */
import { SOLVERS } from "../../api/constants.generated";
import type { Preset as AnyPreset, Puzzle as FoundPuzzle } from "schwimmen";
import type { Card, Options } from "../../api/wire";
import { pagePath } from "../../router/route";

/** The presets that have puzzles. */
export const PRESETS = [
  "pagat",
  "gamerules",
  "app-a7",
  "app-a9",
  "app-a5",
  "dutch",
  "choy",
] as const;
export type Preset = (typeof PRESETS)[number];

/** Return the preset whose puzzles are those of a preset (`SHARED` in `scripts/puzzles.py`). */
export const sharedWith = (preset: Preset) => (preset === "gamerules" ? "pagat" : preset);

/** The variant of the puzzles from the player's own matches. */
export const OWN = "own";
export type Variant = Preset | typeof OWN;

/** Return the address of the page with the puzzles from the player's own matches. */
export const ownPuzzlesPath = () => `${pagePath("puzzles")}?variant=${OWN}`;

/** The letters of the themes (`THEME_LETTERS` in Python). */
const THEME_LETTERS = {
  close: "c",
  keepOpen: "o",
  whichCard: "w",
  layDown: "l",
  swapAll: "a",
  pass: "p",
  renew: "r",
  dealersChoice: "d",
  lastTurn: "t",
  swimming: "s",
} as const;
export type Theme = keyof typeof THEME_LETTERS;
export const THEMES = Object.keys(THEME_LETTERS) as Theme[];

/**
 * The topics in the order in which they are taught, with their themes. The name of a topic does not
 * reveal the answer, as the name of a theme may do.
 */
const TOPIC_THEMES = {
  closing: ["close", "keepOpen"],
  cards: ["whichCard", "layDown"],
  otherMoves: ["swapAll", "pass", "renew"],
  dealersChoice: ["dealersChoice"],
  lastTurn: ["lastTurn"],
  swimming: ["swimming"],
} satisfies Record<string, readonly Theme[]>;
export type Topic = keyof typeof TOPIC_THEMES;
export const TOPICS = Object.keys(TOPIC_THEMES) as Topic[];

/** Return the topic of a puzzle: the one taught last of those that its themes belong to. */
export const topicOf = ({ themes }: Puzzle): Topic | undefined =>
  TOPICS.findLast((topic) => TOPIC_THEMES[topic].some((theme) => themes.includes(theme)));

/** Number of attempts of each level at each puzzle. */
const ATTEMPTS = 5;

/** The situation of a puzzle: a round of a match, up to the moment of the decision. */
export interface Situation {
  preset: AnyPreset;
  /** Options that differ from the preset. */
  options?: Options;
  dealer: number;
  leader: number;
  /** Lives or points of all seats. */
  scores: readonly number[];
  /** The cards that have been dealt, in the order of the deal. */
  dealt: readonly Card[];
  /** The numbers of the actions since the deal. */
  actions: readonly number[];
}

export interface Puzzle extends Situation {
  /** Identifier, the same by all rules that share the puzzle, and when others are added. */
  id: string;
  /** Value of the best action: percentage of matches won, or points ahead. */
  value: number;
  /** Losses of the legal actions in points, in the order of these actions. */
  losses: readonly number[];
  /** The levels that usually find the best action. */
  solvers: readonly string[];
  themes: readonly Theme[];
  rating: number;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Largest loss in the format; it stands for all larger ones, too. */
export const MAX_LOSS = LETTERS.length - 1;
const NOTHING = ".";

const CARDS: readonly Card[] = ["C", "S", "H", "D"].flatMap((suit) =>
  [..."AKQJT98765432"].map((rank) => `${rank}${suit}`),
);

/** Decode letters as numbers. */
const numbers = (text: string): number[] =>
  text === NOTHING ? [] : [...text].map((letter) => LETTERS.indexOf(letter));

/** Sort cards into the order of records. */
export const inOrder = (cards: readonly Card[]): Card[] =>
  [...cards].sort((one, other) => CARDS.indexOf(one) - CARDS.indexOf(other));

/** Parse the line of a puzzle (`Puzzle.to_line` in Python). */
export function parsePuzzle(preset: Preset, line: string): Puzzle {
  const [pack, seats, scores, actions, value, losses, found, themes, rating] = line.split(" ");
  if (rating === undefined) throw new Error(`not a puzzle: ${line}`);
  return {
    id: `${sharedWith(preset)} ${pack} ${actions}`,
    preset,
    dealer: Number(seats?.[0]),
    leader: Number(seats?.[1]),
    scores: (scores ?? "").split(",").map(Number),
    dealt: numbers(pack ?? "").map((number) => CARDS[number] ?? ""),
    actions: numbers(actions ?? ""),
    value: Number(value),
    losses: numbers(losses ?? ""),
    solvers: SOLVERS.filter((_, place) => 2 * Number(found?.[place]) > ATTEMPTS),
    themes: THEMES.filter((theme) => themes?.includes(THEME_LETTERS[theme])),
    rating: Number(rating),
  };
}

/** Return a puzzle that the engine found in a match of the player's own. */
export const ownPuzzle = ({ found, ...puzzle }: FoundPuzzle): Puzzle => ({
  ...puzzle,
  id: [OWN, puzzle.preset, puzzle.dealt.join(""), puzzle.actions.join(".")].join(" "),
  solvers: SOLVERS.filter((level) => 2 * (found[level] ?? 0) > ATTEMPTS),
});

const FILES = import.meta.glob<string>("./data/*.txt", {
  query: "?url&no-inline",
  import: "default",
});

/** Load the puzzles of a preset. */
export async function loadPuzzles(preset: Preset): Promise<Puzzle[]> {
  const address = await FILES[`./data/${sharedWith(preset)}.txt`]?.();
  const response = await fetch(address ?? "");
  if (!response.ok) throw new Error(`no puzzles: ${response.status}`);
  const text = await response.text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => parsePuzzle(preset, line));
}

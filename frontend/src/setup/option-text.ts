/** Variants, levels and options as the reader calls them; what has no words is shown by its name. */
import { find, t } from "../i18n";
import type { Options, Setup, Value } from "../api/wire";
import { fullOptions, type Game } from "./game";
import type { Repair } from "./contradictions";
import { lengthOption, isRelevant, type Level } from "./setup";

const plain = (code: string) => {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const variantName = (preset: string): string =>
  find(t.variants, preset)?.name ?? plain(preset);

export const levelName = (level: string): string => find(t.levels, level)?.name ?? plain(level);

/** What a level is like: in the reader's language, else in the server's words. */
export const levelLine = ({ name, line }: Level): string => find(t.levels, name)?.line ?? line;

export interface OptionText {
  name: string;
  line: string;
  values: Readonly<Record<string, string>>;
}

export const optionText = (option: string): OptionText =>
  find<OptionText>(t.options, option) ?? { name: plain(option), line: "", values: {} };

export function valueText(option: string, value: Value | undefined): string {
  if (value === null || value === undefined) return t.optionValues.none;
  if (typeof value === "boolean") return value ? t.optionValues.yes : t.optionValues.no;
  return find(optionText(option).values, String(value)) ?? plain(String(value));
}

/** "3 lives" or "10 rounds for points", as a game is played. */
function lengthWords(rules: Options): string {
  const length = lengthOption(rules);
  const n = Number(rules[length]);
  return length === "lives" ? t.start.livesEach(n) : t.start.roundsInAll(n);
}

/** A variant in a few figures. */
export const variantFacts = (rules: Options): string[] => [
  t.start.handSize(Number(rules["hand_size"])),
  valueText("pack", rules["pack"]),
  t.start.playersUpTo(Number(rules["max_players"])),
  lengthWords(rules),
];

/** The levels at a table, each once. */
const levelsOf = ({ opponents }: Game): string[] => [
  ...new Set(opponents.map(({ level }) => levelName(level))),
];

/** What a game is, beyond its variant and players, in a few words each. */
export function gameDetails(setup: Setup, game: Game): string[] {
  const rules = fullOptions(setup, game);
  const changed = Object.keys(game.options).filter(
    (option) => option !== lengthOption(rules) && isRelevant(setup, option, rules),
  ).length;
  return [
    levelsOf(game).join(", "),
    lengthWords(rules),
    ...(changed > 0 ? [t.start.houseRules(changed)] : []),
  ];
}

/** Why two options do not go together. */
export const contradictionText = (rules: Options, one: string, other: string): string =>
  t.start.clash(
    optionText(one).name,
    valueText(one, rules[one]),
    optionText(other).name,
    valueText(other, rules[other]),
  );

/** What a way out would change. */
export function repairText({ game, changed, kind }: Repair, setup: Setup): string {
  const rules = fullOptions(setup, game);
  const say = kind === "back" ? t.start.undo : t.start.setTo;
  const changes = changed.map((option) =>
    say(optionText(option).name, valueText(option, rules[option])),
  );
  return kind === "back" ? changes.join("") : t.start.mend(changes);
}

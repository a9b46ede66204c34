/** Texts for variants, levels and options; entries without a text are shown by name. */
import { find, t, list } from "../i18n";
import { isolateName } from "../i18n/names";
import { LEVELS_WITH_CHARACTERS } from "../api/constants.generated";
import type { Options, Setup, Value } from "../api/wire";
import { hasChicken } from "./conditions";
import { fullOptions, ownBot, type Bot, type Game } from "./game";
import type { Repair } from "./contradictions";
import { lengthOption, isRelevant, type Level, type OptionInfo } from "./setup";
import type { Findable } from "./word-search";

const humanise = (name: string) => {
  const spaced = name.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

export const variantName = (preset: string): string =>
  find(t.variants, preset)?.name ?? humanise(preset);

/** Return the name of a variant, or of "own", which stands for all house rules. */
export const variantLabel = (variant: string): string =>
  variant === "own" ? t.statistics.own : variantName(variant);

export const levelName = (level: string): string => find(t.levels, level)?.name ?? humanise(level);

/** Describe a level, in the server's words if the page has no text for it. */
export const levelLine = ({ name, line }: Level): string => find(t.levels, name)?.line ?? line;

/** Return the name of a bot: that of its level, or its own. */
export const botName = ({ level, bot }: Bot): string => (bot ? isolateName(bot) : levelName(level));

/** Return all bots of a server with their values, names and descriptions, for forms. */
export const botItems = (setup: Setup): { value: string; label: string; line: string }[] => [
  ...setup.levels.map((level) => ({
    value: level.name,
    label: levelName(level.name),
    line: levelLine(level),
  })),
  ...setup.bots.map((name) => ({
    value: ownBot(name),
    label: isolateName(name),
    line: t.friends.ownBotLine,
  })),
];

/** Describe a member of the cast, with the habit that it has at this level, if any. */
export function castLine(name: string, level: string): string | undefined {
  const texts = find<{ line: string; habit?: string }>(t.cast, name);
  return (LEVELS_WITH_CHARACTERS.includes(level) ? texts?.habit : undefined) ?? texts?.line;
}

/** Texts for an option and its values. */
export interface OptionText {
  name: string;
  line: string;
  values: Readonly<Record<string, string>>;
  /** Other words for the option and its values, for searches. */
  words: string;
}

const textsOf = (option: string): OptionText =>
  find<OptionText>(t.options, option) ?? {
    name: humanise(option),
    line: "",
    values: {},
    words: "",
  };

/** Return the texts for an option; a last chance is the chicken under the Dutch rules. */
export const optionText = (option: string, rules: Options): OptionText =>
  textsOf(option === "last_chance" && hasChicken(rules) ? "chicken" : option);

/** Return an option as searches find it: by its texts, those of its values and other words. */
export function findableOption({ name, kind }: OptionInfo, rules: Options): Findable {
  const { name: title, line, values, words } = optionText(name, rules);
  const lines = [line, Object.values(values).join(", ")].filter((part) => part !== "");
  return { title, line: lines.join(" "), words, counts: kind === "int" };
}

/** Return the text for a value of an option. */
export function valueText(option: string, value: Value | undefined): string {
  if (value === null || value === undefined) return t.optionValues.none;
  if (typeof value === "boolean") return value ? t.optionValues.yes : t.optionValues.no;
  return find(textsOf(option).values, String(value)) ?? humanise(String(value));
}

/** Describe the length of a match: "3 lives" or "10 rounds for points". */
function lengthText(rules: Options): string {
  const length = lengthOption(rules);
  const n = Number(rules[length]);
  return length === "lives" ? t.start.livesEach({ n }) : t.start.roundsInAll({ n });
}

/** Return the key facts of a variant. */
export const variantFacts = (rules: Options): string[] => [
  t.start.handSize({ n: Number(rules["hand_size"]) }),
  valueText("pack", rules["pack"]),
  t.start.playersUpTo({ n: Number(rules["max_players"]) }),
  lengthText(rules),
];

/** Return the distinct levels, and bots of the server, of a game. */
const botNames = ({ opponents }: Game): string[] => [...new Set(opponents.map(botName))];

/** Summarise a game, apart from variant and players, in a few words each. */
export const gameDetails = (setup: Setup, game: Game): string[] => [
  botNames(game).join(", "),
  ...rulesDetails(setup, game),
];

/** Summarise the rules of a game, apart from the variant, in a few words each. */
export function rulesDetails(setup: Setup, game: Game): string[] {
  const rules = fullOptions(setup, game);
  const changed = Object.keys(game.options).filter(
    (option) => option !== lengthOption(rules) && isRelevant(setup, option, rules),
  ).length;
  return [lengthText(rules), ...(changed > 0 ? [t.start.houseRules({ n: changed })] : [])];
}

/** Describe the contradiction between two options. */
export const contradictionText = (rules: Options, a: string, b: string): string =>
  t.start.clash({
    one: optionText(a, rules).name,
    value: valueText(a, rules[a]),
    other: optionText(b, rules).name,
    otherValue: valueText(b, rules[b]),
  });

/** Describe the changes of a repair. */
export function repairText({ game, changed, kind }: Repair, setup: Setup): string {
  const rules = fullOptions(setup, game);
  const changeText = kind === "back" ? t.start.undo : t.start.setTo;
  const changes = changed.map((option) =>
    changeText({ option: optionText(option, rules).name, value: valueText(option, rules[option]) }),
  );
  return kind === "back" ? changes.join("") : t.start.mend({ changes: list(changes, t) });
}

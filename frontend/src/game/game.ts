/** A game to set up: variant, changed options and opponents. */
import type { NewTable, Options, Setup, Value } from "../api/wire";
import { DEFAULT_LEVEL } from "../api/constants.generated";
import { isValidValue, optionInfo, maxOpponents, presetOptions } from "./setup";
import { parseJson } from "../storage/json";
import { loadText, saveText } from "../storage/storage";

/** A bot of a level, or the host's own `bot`. */
export interface Bot {
  level: string;
  bot?: string | null;
}

export interface Opponent extends Bot {
  /** A name from the server's cast, for a bot of a level. */
  name: string;
}

export interface Game {
  preset: string;
  /** Options that differ from the preset. */
  options: Options;
  opponents: Opponent[];
}

const DEFAULT_OPPONENTS = 3;

const OWN = "own:";

/** Return the value of the host's own bot in forms, since its name may be that of a level. */
export const ownBot = (name: string): string => OWN + name;

/** Return the value of a bot in forms: its level, or `ownBot`. */
export const botValue = ({ level, bot }: Bot): string => (bot ? ownBot(bot) : level);

/** Return the bot of a value; the host's own keeps the `level` chosen before it. */
export const botOf = (value: string, level: string): Required<Bot> =>
  value.startsWith(OWN) ? { level, bot: value.slice(OWN.length) } : { level: value, bot: null };

/** Return all options of a game. */
export const fullOptions = (setup: Setup, { preset, options }: Game): Options => ({
  ...presetOptions(setup, preset),
  ...options,
});

/** Set the number of opponents, as far as the rules allow; new ones are bots like the last. */
export function withOpponents(setup: Setup, game: Game, number: number): Game {
  const count = Math.max(1, Math.min(number, maxOpponents(fullOptions(setup, game))));
  const opponents = game.opponents.slice(0, count);
  for (const name of setup.cast) {
    if (opponents.length >= count) break;
    if (opponents.every((opponent) => opponent.name !== name))
      opponents.push({ level: DEFAULT_LEVEL, ...opponents.at(-1), name });
  }
  return { ...game, opponents };
}

/** Change the variant and its options, keeping the opponents for whom it has seats. */
export function withPreset(setup: Setup, game: Game, preset: string, options: Options = {}): Game {
  return withOpponents(setup, { ...game, preset, options }, game.opponents.length);
}

/** Set one option; a value equal to the preset's is not recorded as a change. */
export function withOption(setup: Setup, game: Game, name: string, value: Value): Game {
  const { [name]: _, ...options } = game.options;
  if (presetOptions(setup, game.preset)[name] !== value) options[name] = value;
  return withOpponents(setup, { ...game, options }, game.opponents.length);
}

/** Seat another opponent at a place; if they already sit elsewhere, the two swap. */
export function withName(game: Game, place: number, name: string): Game {
  const replaced = game.opponents[place]?.name ?? "";
  const opponents = game.opponents.map((opponent, i) => {
    if (i === place) return { ...opponent, name };
    return opponent.name === name ? { ...opponent, name: replaced } : opponent;
  });
  return { ...game, opponents };
}

/** Replace an opponent who has the player's name by another of the cast. */
export function withoutNamesake(setup: Setup, game: Game, player: string): Game {
  const place = game.opponents.findIndex(({ name }) => isSameName(name, player));
  const free = setup.cast.find(
    (name) =>
      !isSameName(name, player) && game.opponents.every((opponent) => opponent.name !== name),
  );
  return place < 0 || free === undefined ? game : withName(game, place, free);
}

/** Whether two names differ at most in case and surrounding spaces. */
export const isSameName = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase();

/** Set the level of all opponents, or of the one at a place. */
export const withLevel = (game: Game, level: string, place?: number): Game =>
  withBot(game, { level }, place);

/** Set the level, or the host's own bot, of all opponents, or of the one at a place. */
export function withBot(game: Game, bot: Bot, place?: number): Game {
  const opponents = game.opponents.map((opponent, i) =>
    place === undefined || place === i ? { name: opponent.name, ...bot } : opponent,
  );
  return { ...game, opponents };
}

/** Return the opponents' names at the table; equal names of the host's own bots are numbered. */
export function opponentNames({ opponents }: Pick<Game, "opponents">): string[] {
  const cast = opponents.flatMap(({ name, bot }) => (bot ? [] : [name]));
  const names: string[] = [];
  for (const { name, bot } of opponents) {
    const isTaken = (own: string) => [...names, ...cast].some((other) => isSameName(other, own));
    let numbered = bot || name;
    for (let n = 2; bot && isTaken(numbered); n++) numbered = `${bot} ${n}`;
    names.push(numbered);
  }
  return names;
}

/** Return the game offered to a new visitor. */
export function defaultGame(setup: Setup): Game {
  const preset = setup.presets[0]?.name ?? "";
  return withOpponents(setup, { preset, options: {}, opponents: [] }, DEFAULT_OPPONENTS);
}

const entry = (from: unknown, key: string): unknown =>
  typeof from === "object" && from !== null ? Reflect.get(from, key) : undefined;

/** Return the valid options of stored ones that differ from the preset's. */
export function knownOptions(setup: Setup, preset: string, stored: unknown): Options {
  const usual = presetOptions(setup, preset);
  const options: Options = {};
  for (const [name, value] of Object.entries(Object(stored))) {
    const info = optionInfo(setup, name);
    if (info && isValidValue(info, value) && value !== usual[name]) options[name] = value;
  }
  return options;
}

/** Parse a stored game, without anything unknown to this server. */
export function parseGame(setup: Setup, stored: unknown): Game {
  const preset = setup.presets.find(({ name }) => name === entry(stored, "preset"));
  if (!preset) return defaultGame(setup);

  const options = knownOptions(setup, preset.name, entry(stored, "options"));

  const parsed = entry(stored, "opponents");
  const places: unknown[] = Array.isArray(parsed) ? parsed : [];
  if (places.length === 0)
    return withOpponents(setup, { preset: preset.name, options, opponents: [] }, DEFAULT_OPPONENTS);
  const levels = setup.levels.map(({ name }) => name);
  const names: string[] = [];
  const opponents = places.map((place) => {
    const name = setup.cast.find(
      (known) => known === entry(place, "name") && !names.includes(known),
    );
    if (name !== undefined) names.push(name);
    const level = levels.find((known) => known === entry(place, "level")) ?? DEFAULT_LEVEL;
    const bot = setup.bots.find((known) => known === entry(place, "bot"));
    return { level, name, ...(bot !== undefined && { bot }) };
  });
  const free = setup.cast.filter((name) => !names.includes(name));
  const seated = opponents.flatMap(({ name = free.shift(), ...bot }) =>
    name === undefined ? [] : [{ ...bot, name }],
  );
  const game = { preset: preset.name, options, opponents: seated };
  return withOpponents(setup, game, seated.length);
}

/** Return the body of the request that opens a table for a game; the server names its own bots. */
export const newTableRequest = ({ preset, options, opponents }: Game, name: string): NewTable => ({
  preset,
  options,
  name: name.trim(),
  opponents: opponents.map(({ level, name: cast, bot }) =>
    bot ? { level: DEFAULT_LEVEL, bot } : { level, name: cast },
  ),
});

const GAME_KEY = "schwimmen.game";
const RULES_KEY = "schwimmen.last-rules";
const NAME_KEY = "schwimmen.name";

/** Return the game last played in this browser, or the default game. */
export const savedGame = (setup: Setup): Game =>
  withoutNamesake(setup, parseGame(setup, parseJson(loadText(GAME_KEY))), savedName());

/** Whether a match against bots was begun in this browser. */
export const hasPlayed = (): boolean => loadText(GAME_KEY) !== "";

/** Return the player's name, or an empty string. */
export const savedName = (): string => loadText(NAME_KEY);
export const saveName = (name: string): void => saveText(NAME_KEY, name);

/** Return a game with the rules last played in this browser, against bots or at a shared table. */
export const gameOfLastRules = (setup: Setup): Game =>
  parseGame(setup, parseJson(loadText(RULES_KEY) || loadText(GAME_KEY)));

export const saveLastRules = ({ preset, options }: Pick<Game, "preset" | "options">): void =>
  saveText(RULES_KEY, JSON.stringify({ preset, options }));

/** Store the game last played, with the player's name. */
export function saveGame({ preset, options, opponents, name }: NewTable): void {
  saveText(GAME_KEY, JSON.stringify({ preset, options, opponents }));
  saveLastRules({ preset, options: options ?? {} });
  saveName(name ?? "");
}

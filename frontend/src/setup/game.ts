/** A game as it is set up: the variant, what is changed of it, and who plays. */
import type { NewTable, Options, Setup, Value } from "../api/wire";
import { isValidValue, FIRST_LEVEL, optionInfo, maxOpponents, presetOptions } from "./setup";
import { loadText, saveText } from "../storage";

export interface Opponent {
  level: string;
  /** One of the server's cast. */
  name: string;
}

export interface Game {
  preset: string;
  /** Only what differs from the preset. */
  options: Options;
  opponents: Opponent[];
}

const NEWCOMERS_OPPONENTS = 3;

/** The whole set of options that a game is played by. */
export const fullOptions = (setup: Setup, { preset, options }: Game): Options => ({
  ...presetOptions(setup, preset),
  ...options,
});

/** As many opponents as wanted and allowed; new ones play like the last, nobody sits there twice. */
export function withOpponents(setup: Setup, game: Game, wanted: number): Game {
  const count = Math.max(1, Math.min(wanted, maxOpponents(fullOptions(setup, game))));
  const opponents = game.opponents.slice(0, count);
  for (const name of setup.cast) {
    if (opponents.length >= count) break;
    if (opponents.every((opponent) => opponent.name !== name))
      opponents.push({ level: opponents.at(-1)?.level ?? FIRST_LEVEL, name });
  }
  return { ...game, opponents };
}

/** Another variant, with these changes of it, played by the same people as far as it has seats. */
export function withPreset(setup: Setup, game: Game, preset: string, options: Options = {}): Game {
  return withOpponents(setup, { ...game, preset, options }, game.opponents.length);
}

/** With one option set; an option that is as in the preset is none that is changed. */
export function withOption(setup: Setup, game: Game, name: string, value: Value): Game {
  const { [name]: _, ...options } = game.options;
  if (presetOptions(setup, game.preset)[name] !== value) options[name] = value;
  return withOpponents(setup, { ...game, options }, game.opponents.length);
}

/** Somebody else at a place; who sits there already changes places with them. */
export function withName(game: Game, place: number, name: string): Game {
  const leaving = game.opponents[place]?.name ?? "";
  const opponents = game.opponents.map((opponent, i) => {
    if (i === place) return { ...opponent, name };
    return opponent.name === name ? { ...opponent, name: leaving } : opponent;
  });
  return { ...game, opponents };
}

/** Nobody is called like the player: who is makes room for somebody else of the cast. */
export function withoutNamesake(setup: Setup, game: Game, player: string): Game {
  const place = game.opponents.findIndex(({ name }) => isSameName(name, player));
  const free = setup.cast.find(
    (name) => !isSameName(name, player) && game.opponents.every((one) => one.name !== name),
  );
  return place < 0 || free === undefined ? game : withName(game, place, free);
}

/** Whether two names are one to a reader. */
export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

export function withLevel(game: Game, level: string, place?: number): Game {
  const opponents = game.opponents.map((opponent, i) =>
    place === undefined || place === i ? { ...opponent, level } : opponent,
  );
  return { ...game, opponents };
}

/** What somebody plays who has never played here. */
export function defaultGame(setup: Setup): Game {
  const preset = setup.presets[0]?.name ?? "";
  return withOpponents(setup, { preset, options: {}, opponents: [] }, NEWCOMERS_OPPONENTS);
}

const entry = (from: unknown, key: string): unknown =>
  typeof from === "object" && from !== null ? Reflect.get(from, key) : undefined;

/** A kept game as far as this server still knows what it is made of. */
export function parseGame(setup: Setup, kept: unknown): Game {
  const preset = setup.presets.find(({ name }) => name === entry(kept, "preset"));
  if (!preset) return defaultGame(setup);

  const options: Options = {};
  for (const [name, value] of Object.entries(Object(entry(kept, "options")))) {
    const info = optionInfo(setup, name);
    if (info && isValidValue(info, value) && value !== preset.options[name]) options[name] = value;
  }

  const sat = entry(kept, "opponents");
  const places: unknown[] = Array.isArray(sat) ? sat : [];
  if (places.length === 0)
    return withOpponents(
      setup,
      { preset: preset.name, options, opponents: [] },
      NEWCOMERS_OPPONENTS,
    );
  const levels = setup.levels.map(({ name }) => name);
  const names: string[] = [];
  const opponents = places.map((place) => {
    const name = setup.cast.find((one) => one === entry(place, "name") && !names.includes(one));
    if (name !== undefined) names.push(name);
    const level = levels.find((one) => one === entry(place, "level")) ?? FIRST_LEVEL;
    return { level, name };
  });
  const free = setup.cast.filter((name) => !names.includes(name));
  const seated = opponents.flatMap(({ level, name = free.shift() }) =>
    name === undefined ? [] : [{ level, name }],
  );
  const game = { preset: preset.name, options, opponents: seated };
  return withOpponents(setup, game, seated.length);
}

/** What is sent to open a table for it. */
export const newTableRequest = ({ preset, options, opponents }: Game, name: string): NewTable => ({
  preset,
  options,
  name: name.trim(),
  opponents: opponents.map((opponent) => ({ ...opponent })),
});

/** The game last played and the player's name, as this browser remembers them. */

const GAME_KEY = "schwimmen.game";
const NAME_KEY = "schwimmen.name";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The game last played as far as this server still has it, else a newcomer's. */
export const savedGame = (setup: Setup): Game =>
  withoutNamesake(setup, parseGame(setup, parsed(loadText(GAME_KEY))), savedName());

export const savedName = (): string => loadText(NAME_KEY);
export const saveName = (name: string): void => saveText(NAME_KEY, name);

export function saveGame({ preset, options, opponents, name }: NewTable): void {
  saveText(GAME_KEY, JSON.stringify({ preset, options, opponents }));
  saveName(name ?? "");
}

/** The new game's form: what the presets allow and what is sent for it. */
import type { NewTable, Options, Setup } from "../api/wire";

export interface Form {
  preset: string;
  name: string;
  /** One level an opponent. */
  levels: string[];
  lives: number;
  rounds: number;
}

export const optionsOf = (setup: Setup, preset: string): Options =>
  setup.presets.find(({ name }) => name === preset)?.options ?? {};

export const forPoints = (options: Options): boolean => options["scoring"] === "points";

/** The most opponents that a preset allows. */
export const mostOpponents = (options: Options): number => Number(options["max_players"] ?? 2) - 1;

/** The levels that can play now, as the server orders them. */
export const playableLevels = (setup: Setup): string[] =>
  setup.levels.filter(({ available }) => available).map(({ name }) => name);

export function limits(setup: Setup, option: string): { low: number; high: number } {
  const found = setup.options.find(({ name }) => name === option);
  return { low: found?.low ?? 1, high: found?.high ?? 1000 };
}

/** As many levels as opponents, new ones like the last. */
export function resized(levels: readonly string[], count: number): string[] {
  const last = levels.at(-1) ?? "";
  return Array.from({ length: count }, (_, i) => levels[i] ?? last);
}

/** The form after another preset was chosen: its own lives and rounds, no more seats than it has. */
export function withPreset(form: Form, setup: Setup, preset: string): Form {
  const options = optionsOf(setup, preset);
  const opponents = Math.min(form.levels.length, mostOpponents(options));
  return {
    ...form,
    preset,
    levels: resized(form.levels, opponents),
    lives: Number(options["lives"] ?? 3),
    rounds: Number(options["rounds"] ?? 10),
  };
}

export function firstForm(setup: Setup, name: string): Form {
  const levels = playableLevels(setup);
  const level = levels.includes("greedy") ? "greedy" : (levels.at(-1) ?? "");
  const form: Form = { preset: "", name, levels: [level, level, level], lives: 3, rounds: 10 };
  return withPreset(form, setup, setup.presets[0]?.name ?? "");
}

/** The option that counts lives or rounds, whichever the preset plays for. */
export const lengthOption = (options: Options): "lives" | "rounds" =>
  forPoints(options) ? "rounds" : "lives";

/** What is sent: only options that differ from the preset's. */
export function request(form: Form, setup: Setup): NewTable {
  const options = optionsOf(setup, form.preset);
  const length = lengthOption(options);
  const changed: Options = form[length] === options[length] ? {} : { [length]: form[length] };
  return {
    preset: form.preset,
    options: changed,
    name: form.name.trim(),
    opponents: form.levels.map((level) => ({ level })),
  };
}

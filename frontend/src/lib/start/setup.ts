/** Reading what the server offers for a new table. */
import type { Options, Setup, Value } from "../api/wire";
import { holds } from "../rules/conditions";

export type OptionInfo = Setup["options"][number];
export type Level = Setup["levels"][number];

/** A preset's whole set of options. */
export const optionsOf = (setup: Setup, preset: string): Options =>
  setup.presets.find(({ name }) => name === preset)?.options ?? {};

export const infoOf = (setup: Setup, option: string): OptionInfo | undefined =>
  setup.options.find(({ name }) => name === option);

/** Whether an option changes anything in a game by these rules; one that is not known may. */
export function matters(setup: Setup, option: string, rules: Options): boolean {
  const cases = infoOf(setup, option)?.when ?? [];
  return cases.length === 0 || holds(cases, rules);
}

/** Whether an option can have this value at all. */
export function accepts(info: OptionInfo, value: unknown): value is Value {
  if (info.kind === "bool") return typeof value === "boolean";
  if (value === null) return info.nullable;
  if (info.kind === "choice") return (info.choices ?? []).some((choice) => choice === value);
  return (
    typeof value === "number" &&
    Number.isInteger(value) &&
    value >= (info.low ?? -Infinity) &&
    value <= (info.high ?? Infinity)
  );
}

export function limits(setup: Setup, option: string): { low: number; high: number } {
  const info = infoOf(setup, option);
  return { low: info?.low ?? 1, high: info?.high ?? 1000 };
}

/** The most opponents that a set of options allows. */
export const mostOpponents = (options: Options): number => Number(options["max_players"] ?? 2) - 1;

/** How well those play whom a newcomer meets. */
export const FIRST_LEVEL = "casual";

/** The option that says how long a match is, whichever the options play for. */
export const lengthOption = (options: Options): "lives" | "rounds" =>
  options["scoring"] === "points" ? "rounds" : "lives";

/** Reading what the server offers for a new table. */
import type { Options, Setup, Value } from "../api/wire";
import { holds } from "../rules/structure";
import { ApiError, getSetup } from "../api/http";
import { loadText, saveText } from "../storage";

export type OptionInfo = Setup["options"][number];
export type Level = Setup["levels"][number];

/** A preset's whole set of options. */
export const presetOptions = (setup: Setup, preset: string): Options =>
  setup.presets.find(({ name }) => name === preset)?.options ?? {};

export const optionInfo = (setup: Setup, option: string): OptionInfo | undefined =>
  setup.options.find(({ name }) => name === option);

/** Whether an option changes anything in a game by these rules; one that is not known may. */
export function isRelevant(setup: Setup, option: string, rules: Options): boolean {
  const cases = optionInfo(setup, option)?.when ?? [];
  return cases.length === 0 || holds(cases, rules);
}

/** Whether an option can have this value at all. */
export function isValidValue(info: OptionInfo, value: unknown): value is Value {
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

export function optionLimits(setup: Setup, option: string): { low: number; high: number } {
  const info = optionInfo(setup, option);
  return { low: info?.low ?? 1, high: info?.high ?? 1000 };
}

/** The most opponents that a set of options allows. */
export const maxOpponents = (options: Options): number => Number(options["max_players"] ?? 2) - 1;

/** How well those play whom a newcomer meets. */
export const FIRST_LEVEL = "casual";

/** The option that says how long a match is, whichever the options play for. */
export const lengthOption = (options: Options): "lives" | "rounds" =>
  options["scoring"] === "points" ? "rounds" : "lives";

/** What the server offers, as it last said: enough to read the rules without it. */

const KEY = "schwimmen.setup";

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a kept text is still what it was: the presets with their options. */
function isSetup(value: unknown): value is Setup {
  if (!isObject(value) || !("presets" in value) || !Array.isArray(value.presets)) return false;
  const presets: unknown[] = value.presets;
  return presets.every(
    (preset) =>
      isObject(preset) &&
      "name" in preset &&
      typeof preset.name === "string" &&
      "options" in preset &&
      isObject(preset.options),
  );
}

function savedSetup(): Setup | null {
  try {
    const value: unknown = JSON.parse(loadText(KEY));
    return isSetup(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether the server did not answer at all. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0;

/** Asks the server; without an answer, what it said before. */
export async function loadSetup(): Promise<Setup> {
  try {
    const setup = await getSetup();
    saveText(KEY, JSON.stringify(setup));
    return setup;
  } catch (error) {
    const before = isUnreachable(error) ? savedSetup() : null;
    if (before === null) throw error;
    return before;
  }
}

/** The server's setup: presets, options, levels and cast for a new table. */
import type { Options, Setup, Value } from "../api/wire";
import { holds } from "./conditions";
import { ApiError, getSetup, request } from "../api/http";
import { SITE } from "../site";
import { isObject, parseJson } from "../storage/json";
import { loadText, saveText, serverKey } from "../storage/storage";
import bundled from "./setup.generated.json?url&no-inline";

export type OptionInfo = Setup["options"][number];
export type Level = Setup["levels"][number];

/** Return all options of a preset. */
export const presetOptions = (setup: Setup, preset: string): Options =>
  setup.presets.find(({ name }) => name === preset)?.options ?? {};

export const optionInfo = (setup: Setup, option: string): OptionInfo | undefined =>
  setup.options.find(({ name }) => name === option);

/** Whether an option has any effect under these rules; true for an unknown option. */
export function isRelevant(setup: Setup, option: string, rules: Options): boolean {
  const cases = optionInfo(setup, option)?.when ?? [];
  return cases.length === 0 || holds(cases, rules);
}

/** Whether a value is valid for an option. */
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

/** Return the smallest and largest number for an option. */
export function optionLimits(setup: Setup, option: string): { low: number; high: number } {
  const info = optionInfo(setup, option);
  return { low: info?.low ?? 1, high: info?.high ?? 1000 };
}

/** Return the maximum number of opponents under these options. */
export const maxOpponents = (options: Options): number => Number(options["max_players"] ?? 2) - 1;

/** Return the name of the option that sets the length of a match. */
export const lengthOption = (options: Options): "lives" | "rounds" =>
  options["scoring"] === "points" ? "rounds" : "lives";

const KEY = serverKey("schwimmen.setup");

/** Whether a stored value has presets with options, as the rules page needs them offline. */
function isSetup(value: unknown): value is Setup {
  if (!isObject(value) || !Array.isArray(value["presets"])) return false;
  return value["presets"].every(
    (preset) =>
      isObject(preset) && typeof preset["name"] === "string" && isObject(preset["options"]),
  );
}

function savedSetup(): Setup | null {
  const value = parseJson(loadText(KEY));
  return isSetup(value) ? { ...value, bots: [] } : null; // no server, none of its bots
}

/** Whether an error means that the server did not answer. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 0;

/** Load the setup that is part of the page. */
async function bundledSetup(): Promise<Setup> {
  return { ...(await request<Setup>(bundled)), documentation: SITE };
}

/**
 * Load the setup from the server; if it is unreachable, from storage, or else from the page's own
 * file.
 */
export async function loadSetup(): Promise<Setup> {
  try {
    const setup = await getSetup();
    saveText(KEY, JSON.stringify(setup));
    return setup;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return savedSetup() ?? bundledSetup();
  }
}

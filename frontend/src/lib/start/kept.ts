/** What the server offers, as it last said: enough to read the rules without it. */
import { ApiError, getSetup } from "../api/http";
import type { Setup } from "../api/wire";
import { recall, remember } from "../remember";

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

function kept(): Setup | null {
  try {
    const value: unknown = JSON.parse(recall(KEY));
    return isSetup(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether the server did not answer at all. */
export const isAway = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Asks the server; without an answer, what it said before. */
export async function lastSetup(): Promise<Setup> {
  try {
    const setup = await getSetup();
    remember(KEY, JSON.stringify(setup));
    return setup;
  } catch (error) {
    const before = isAway(error) ? kept() : null;
    if (before === null) throw error;
    return before;
  }
}

/** The setup of a page without a server, and values of its options, for tests. */
import type { Setup, Value } from "../api/wire";
import { optionLimits, type OptionInfo } from "./setup";
import text from "./setup.generated.json?raw";

export const setup: Setup = JSON.parse(text);

/** Return values of an option: all, or the least and the most. */
export function valuesOf({ name, kind, choices, nullable }: OptionInfo): Value[] {
  if (kind === "bool") return [true, false];
  const { low, high } = optionLimits(setup, name);
  const values: Value[] = kind === "choice" ? [...(choices ?? [])] : [low, high];
  return nullable ? [...values, null] : values;
}

/** Repairs for options that contradict each other. Only the compiled rules find contradictions. */
import type { Options, Setup, Value } from "../api/wire";
import { fullOptions, withOption, type Game } from "./game";
import { optionInfo, type OptionInfo } from "./setup";
import { ApiError, postRules } from "../api/http";

export type Pair = readonly [string, string];

/** Return the pairs of options that contradict each other in a game. */
export type FindContradictions = (game: Game) => Promise<readonly Pair[]>;

/** A change of options that makes a game valid. */
export interface Repair {
  game: Game;
  changed: string[];
  /** `others`: other options are changed; `back`: the option gets the preset's value again. */
  kind: "others" | "back";
}

const MAX_CHANGES = 8;

/** Widest range of numbers that is searched. */
const MAX_RANGE = 20;

const isSamePair = (a: Pair, b: Pair) => a.every((name) => b.includes(name));

/** Return the other values of an option, nearest first; of a wide range only the preset's. */
function alternatives(info: OptionInfo, current: Value, preset: Value): Value[] {
  if (info.kind === "bool") return [current !== true];
  if (info.kind === "choice") return (info.choices ?? []).filter((choice) => choice !== current);
  const { low, high } = info;
  if (low === null || high === null || high - low > MAX_RANGE || typeof current !== "number")
    return current === preset ? [] : [preset];
  return Array.from({ length: high - low + 1 }, (_, i) => low + i)
    .filter((value) => value !== current)
    .sort((a, b) => Math.abs(a - current) - Math.abs(b - current));
}

/** Return a repair that changes other options until none contradicts the `kept` one, or null. */
export async function repairByChangingOthers(
  setup: Setup,
  game: Game,
  kept: string,
  pairs: readonly Pair[],
  find: FindContradictions,
): Promise<Repair | null> {
  const changed: string[] = [];
  for (let step = 0; pairs.length > 0; step++) {
    const pair = pairs[0];
    if (pair === undefined || step === MAX_CHANGES) return null;
    const found = await resolvePair(setup, game, pair, [kept, ...changed], find);
    if (!found) return null;
    changed.push(found.option);
    ({ game, pairs } = found);
  }
  return { game, changed, kind: "others" };
}

/** Change one option of a contradicting pair to the nearest value that resolves it. */
async function resolvePair(
  setup: Setup,
  game: Game,
  pair: Pair,
  fixed: readonly string[],
  find: FindContradictions,
): Promise<{ game: Game; pairs: readonly Pair[]; option: string } | null> {
  for (const option of pair) {
    const info = optionInfo(setup, option);
    if (!info || fixed.includes(option)) continue;
    const current = fullOptions(setup, game)[option] ?? null;
    const preset = fullOptions(setup, { ...game, options: {} })[option] ?? null;
    for (const value of alternatives(info, current, preset)) {
      const tried = withOption(setup, game, option, value);
      const pairs = await find(tried);
      if (!pairs.some((other) => isSamePair(other, pair))) return { game: tried, pairs, option };
    }
  }
  return null;
}

/** Return a repair that resets one option to the preset's value, or null if that does not help. */
export async function repairByReset(
  game: Game,
  option: string,
  find: FindContradictions,
): Promise<Repair | null> {
  if (!(option in game.options)) return null;
  const options: Options = { ...game.options };
  delete options[option];
  const tried = { ...game, options };
  return (await find(tried)).length === 0 ? { game: tried, changed: [option], kind: "back" } : null;
}

/** Parse the pairs of contradicting options from the details of an error. */
export function parsePairs(details: unknown): Pair[] {
  const pairs: unknown =
    typeof details === "object" && details !== null ? Reflect.get(details, "pairs") : null;
  return (Array.isArray(pairs) ? pairs : []).flatMap((pair: unknown): Pair[] => {
    if (!Array.isArray(pair)) return [];
    const [a, b]: unknown[] = pair;
    return typeof a === "string" && typeof b === "string" ? [[a, b]] : [];
  });
}

/**
 * Ask the server for the contradictions of a game.
 *
 * @throws any other error, such as an unreachable server or an unknown option.
 */
export const findContradictions: FindContradictions = async ({ preset, options }) => {
  try {
    await postRules({ preset, options });
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const pairs = parsePairs(error.details);
    if (error.code === "contradiction" && pairs.length > 0) return pairs;
    throw error;
  }
};

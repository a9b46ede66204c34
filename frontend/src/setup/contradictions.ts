/** Ways out of options that contradict each other. What contradicts what only the server knows. */
import type { Options, Setup, Value } from "../api/wire";
import { fullOptions, withOption, type Game } from "./game";
import { optionInfo, type OptionInfo } from "./setup";
import { ApiError, postRules } from "../api/http";

export type Pair = readonly [string, string];

/** The server's word on a rule set: what contradicts what (nothing: all is well). */
export type FindContradictions = (game: Game) => Promise<readonly Pair[]>;

/** A change of some options after which the server accepts the game. */
export interface Repair {
  game: Game;
  changed: string[];
  /** `others` give way to the option that is kept, or it goes `back` to the preset's value. */
  kind: "others" | "back";
}

const STEPS = 8;
const NUMBERS = 20;

const same = (one: Pair, other: Pair) => one.every((name) => other.includes(name));

/** The other values an option may have, the nearest first; of a wide range only the preset's. */
function others(info: OptionInfo, now: Value, preset: Value): Value[] {
  if (info.kind === "bool") return [now !== true];
  if (info.kind === "choice") return (info.choices ?? []).filter((choice) => choice !== now);
  const { low, high } = info;
  if (low === null || high === null || high - low > NUMBERS || typeof now !== "number")
    return now === preset ? [] : [preset];
  return Array.from({ length: high - low + 1 }, (_, i) => low + i)
    .filter((value) => value !== now)
    .sort((a, b) => Math.abs(a - now) - Math.abs(b - now));
}

/** Changes other options until all go with the one that is kept. */
export async function repairsKeeping(
  setup: Setup,
  game: Game,
  kept: string,
  pairs: readonly Pair[],
  ask: FindContradictions,
): Promise<Repair | null> {
  const changed: string[] = [];
  for (let step = 0; pairs.length > 0; step++) {
    const pair = pairs[0];
    if (pair === undefined || step === STEPS) return null;
    const found = await without(setup, game, pair, [kept, ...changed], ask);
    if (!found) return null;
    changed.push(found.option);
    ({ game, pairs } = found);
  }
  return { game, changed, kind: "others" };
}

/** The game with one option of a pair changed so that these two go together. */
async function without(
  setup: Setup,
  game: Game,
  pair: Pair,
  settled: readonly string[],
  ask: FindContradictions,
): Promise<{ game: Game; pairs: readonly Pair[]; option: string } | null> {
  for (const option of pair) {
    const info = optionInfo(setup, option);
    if (!info || settled.includes(option)) continue;
    const now = fullOptions(setup, game)[option] ?? null;
    const preset = fullOptions(setup, { ...game, options: {} })[option] ?? null;
    for (const value of others(info, now, preset)) {
      const tried = withOption(setup, game, option, value);
      const left = await ask(tried);
      if (!left.some((one) => same(one, pair))) return { game: tried, pairs: left, option };
    }
  }
  return null;
}

/** Puts one option back to what it is in the preset, if that helps. */
export async function repairByReset(
  game: Game,
  option: string,
  ask: FindContradictions,
): Promise<Repair | null> {
  if (!(option in game.options)) return null;
  const options: Options = { ...game.options };
  delete options[option];
  const tried = { ...game, options };
  return (await ask(tried)).length === 0 ? { game: tried, changed: [option], kind: "back" } : null;
}

/** Asks the server whether rules can be. */

/** The two names of every contradiction in the details of a refusal. */
export function parsePairs(details: unknown): Pair[] {
  const pairs: unknown =
    typeof details === "object" && details !== null ? Reflect.get(details, "pairs") : null;
  return (Array.isArray(pairs) ? pairs : []).flatMap((pair: unknown): Pair[] => {
    if (!Array.isArray(pair)) return [];
    const [one, other]: unknown[] = pair;
    return typeof one === "string" && typeof other === "string" ? [[one, other]] : [];
  });
}

/** Throws what is no contradiction: the server cannot be reached, or knows no such option. */
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

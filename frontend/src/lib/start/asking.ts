/** Asks the server whether rules can be. */
import { ApiError, postRules } from "../api/http";
import type { Ask, Pair } from "./repairs";

/** The two names of every contradiction in the details of a refusal. */
export function pairsOf(details: unknown): Pair[] {
  const pairs: unknown =
    typeof details === "object" && details !== null ? Reflect.get(details, "pairs") : null;
  return (Array.isArray(pairs) ? pairs : []).flatMap((pair: unknown): Pair[] => {
    if (!Array.isArray(pair)) return [];
    const [one, other]: unknown[] = pair;
    return typeof one === "string" && typeof other === "string" ? [[one, other]] : [];
  });
}

/** Throws what is no contradiction: the server cannot be reached, or knows no such option. */
export const askServer: Ask = async ({ preset, options }) => {
  try {
    await postRules({ preset, options });
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const pairs = pairsOf(error.details);
    if (error.code === "contradiction" && pairs.length > 0) return pairs;
    throw error;
  }
};

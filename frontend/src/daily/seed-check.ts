/** Check of the published seed of a deal of the day against its commitment (docs/daily.md). */
import type { DailyPast } from "../api/wire";
import { hashLine } from "../fairness/fair-shuffle";

export const VERSION = "schwimmen-daily/1";

/**
 * `seen`: the seed has the commitment that this browser saw before; `unseen`: it has the published
 * one, but this browser saw none; `changed`: the published one is not the one seen before; `bad`:
 * the seed does not have the published commitment.
 */
export type SeedVerdict = "seen" | "unseen" | "changed" | "bad";

/** Compare a seed with the published commitment, and with the one that this browser saw before. */
export function checkSeed(
  date: string,
  { variant, options, levels, commitment, seed }: DailyPast,
  seen: string | undefined,
): SeedVerdict {
  const sorted = Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1));
  const terms = [date, variant, Object.fromEntries(sorted), levels, seed];
  if (hashLine(VERSION, "commitment", ...terms) !== commitment) return "bad";
  if (seen === undefined) return "unseen";
  return seen === commitment ? "seen" : "changed";
}

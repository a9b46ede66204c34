/** The puzzle of the day: the same one for all players of a variant, chosen by the date. */
import { pagePath } from "../router/route";
import { loadText, saveText } from "../storage/storage";

const KEY = "schwimmen.puzzle-of-the-day";
const DAY = 24 * 60 * 60 * 1000; // ms
/** A prime number, so that every puzzle has its turn before the first one comes again. */
const STRIDE = 7919;

/** How the first try at a puzzle of the day ended. */
export type DayResult = "solved" | "missed";

/** Return the address of the page with the puzzle of the day. */
export const todaysPuzzlePath = () => `${pagePath("puzzles")}?today`;

/** Return the date on this device, for example "2026-11-27". */
export const todaysDate = (): string => {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};

/** Return a date's puzzle among those of a variant; undefined if it has no puzzles. */
export const puzzleOfTheDay = <T>(puzzles: readonly T[], date: string): T | undefined =>
  puzzles[((Date.parse(date) / DAY) * STRIDE) % puzzles.length];

/** Return the result of a date's puzzle; null unless it was the last one answered. */
export function dayResult(date = todaysDate()): DayResult | null {
  const [last, result] = loadText(KEY).split(" ");
  if (date !== last) return null;
  return result === "solved" || result === "missed" ? result : null;
}

/** Store the result of a date's puzzle unless it has one. */
export function saveDayResult(date: string, result: DayResult): void {
  if (dayResult(date) === null) saveText(KEY, `${date} ${result}`);
}

/** Days by which the list of matches is grouped. */
import type { TableSummary } from "../api/wire";

export interface MatchDay {
  /** Date in the device's time zone, such as 2026-11-25. */
  date: string;
  /** The day in words: "Today", or "Monday, 23 November". */
  title: string;
  matches: TableSummary[];
}

const dateOf = (time: Date) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

/** Return the day in words, with the year unless it is the present one. */
function dayTitle(day: Date, language: string, now: Date): string {
  const midnight = (time: Date) => Date.UTC(time.getFullYear(), time.getMonth(), time.getDate());
  const ago = Math.round((midnight(now) - midnight(day)) / 86_400_000);
  const title =
    ago === 0 || ago === 1
      ? new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-ago, "day")
      : new Intl.DateTimeFormat(language, {
          weekday: "long",
          day: "numeric",
          month: "long",
          ...(day.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }),
        }).format(day);
  return title.charAt(0).toLocaleUpperCase(language) + title.slice(1);
}

/** Group consecutive matches that began on the same day of the device's time zone. */
export function matchDays(
  matches: readonly TableSummary[],
  language: string,
  now: Date = new Date(),
): MatchDay[] {
  const days: MatchDay[] = [];
  for (const match of matches) {
    const began = new Date(match.started);
    const date = dateOf(began);
    const last = days.at(-1);
    if (last?.date === date) last.matches.push(match);
    else days.push({ date, title: dayTitle(began, language, now), matches: [match] });
  }
  return days;
}

/** Dates of deals of the day: texts such as 2026-11-25, which sort by time. */
import { t } from "../i18n";

const DAY = 86_400_000; // ms

const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`);
const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10);
const format = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(t.locale, { ...options, timeZone: "UTC" }).format(timeOf(date));

/** Return a date with a capital letter, as in a heading: Dutch days and months have none. */
const heading = (date: string, options: Intl.DateTimeFormatOptions) =>
  format(date, options).replace(/^./u, (letter) => letter.toUpperCase());

/** Format a date as "25 November". */
export const shortDate = (date: string) => format(date, { day: "numeric", month: "long" });
/** Format a date as "Wednesday 25 November". */
export const dayName = (date: string) =>
  heading(date, { weekday: "long", day: "numeric", month: "long" });
/** Format a date as "Wednesday 25 November 2026". */
export const longDate = (date: string) => heading(date, { dateStyle: "full" });
/** Format a month such as 2026-11 as "November 2026". */
export const monthName = (month: string) =>
  heading(`${month}-01`, { month: "long", year: "numeric" });

/** Return the days of the week from Monday, as "Mon" and "Monday". */
export const weekdays = () =>
  [
    "2024-01-01",
    "2024-01-02",
    "2024-01-03",
    "2024-01-04",
    "2024-01-05",
    "2024-01-06",
    "2024-01-07",
  ].map((day) => ({
    short: format(day, { weekday: "short" }),
    long: format(day, { weekday: "long" }),
  }));

export const addDays = (date: string, days: number) => isoDate(timeOf(date) + days * DAY);
export const monthOf = (date: string) => date.slice(0, 7);

/** Return the month that is `months` after another. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

/** Return the weeks of a month from Monday to Sunday; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const monday = addDays(first, -((new Date(timeOf(first)).getUTCDay() + 6) % 7));
  const days = Array.from({ length: 42 }, (_, n) => addDays(monday, n));
  return [0, 7, 14, 21, 28, 35]
    .map((n) => days.slice(n, n + 7).map((day) => (monthOf(day) === month ? day : null)))
    .filter((week) => week.some((day) => day !== null));
}

/** Return the date at a time in a time zone, or null if the browser does not know the zone. */
export function dateIn(timeZone: string, time: Date): string | null {
  try {
    const options = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
    return new Intl.DateTimeFormat("sv-SE", options).format(time);
  } catch {
    return null;
  }
}

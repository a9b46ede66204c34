/** Locale-aware formatting of numbers and dates. */

/** Return the formatters for a language; a missing number becomes a dash. */
export function numberFormat(language: string) {
  const integer = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const change = new Intl.NumberFormat(language, {
    maximumFractionDigits: 0,
    signDisplay: "always",
  });
  const decimal = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const day = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" });
  return {
    whole: (n: number) => integer.format(n),
    /** Format a number with its sign. */
    signed: (n: number) => change.format(n).replace("-", "−"),
    /** Format a mean with one decimal place. */
    mean: (n: number | null) => (n === null ? "–" : decimal.format(n)),
    rate: (n: number | null) => (n === null ? "–" : percent.format(n)),
    /** Format the ratio of two numbers as a percentage. */
    share: (part: number, all: number) => (all === 0 ? "–" : percent.format(part / all)),
    date: (time: string) => day.format(new Date(time)),
  };
}

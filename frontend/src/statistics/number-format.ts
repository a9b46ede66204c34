/** Figures as readers write them. */
import { t } from "../i18n";
import { variantName } from "../setup/option-text";

/** Numbers and dates in one language. */
export function writer(language: string) {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const tenths = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const day = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" });
  return {
    whole: (n: number) => whole.format(n),
    /** A mean: one digit after the comma. */
    mean: (n: number | null) => (n === null ? "–" : tenths.format(n)),
    rate: (n: number | null) => (n === null ? "–" : percent.format(n)),
    /** The part that one number is of another. */
    share: (part: number, all: number) => (all === 0 ? "–" : percent.format(part / all)),
    date: (time: string) => day.format(new Date(time)),
  };
}

/** What a variant is called; house rules make it nobody's. */
export const kindName = (variant: string): string =>
  variant === "own" ? t.statistics.own : variantName(variant);

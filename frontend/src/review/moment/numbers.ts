/** Values and losses of a review as text: chances in percent, or points of hands. */
import { numberFormat } from "../../i18n/number-format";

/** Formatters of a review; `points` means that the game is for points. */
export interface ReviewNumbers {
  points: boolean;
  /** Number of points in a value of 1. */
  unit: number;
  /** Format a value: "43 %", or a lead of "+3.5". */
  value: (value: number) => string;
  /** Format a change of a value in points, with its sign. */
  change: (change: number) => string;
  /** Format points lost or won, without a sign: "1.0", which takes the plural. */
  size: (points: number) => string;
}

/** Points above which decimals are omitted. */
const ROUGH = 10;

export function reviewNumbers(locale: string, points: boolean): ReviewNumbers {
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  const format = (maximumFractionDigits: number) =>
    new Intl.NumberFormat(locale, { signDisplay: "exceptZero", maximumFractionDigits });
  const [fine, rough] = [format(1), format(0)];
  const { mean, whole } = numberFormat(locale);
  const signed = (value: number) =>
    (Math.abs(value) < ROUGH ? fine : rough).format(value).replace("-", "−");
  const unit = points ? 1 : 100;
  return {
    points,
    unit,
    value: (value) => (points ? signed(value) : percent.format(value)),
    change: (change) => signed(unit * change),
    size: (size) => (size < ROUGH ? mean(size) : whole(size)),
  };
}

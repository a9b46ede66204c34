/** Values and losses of a review as text: chances in percent, or points of hands. */

/** Formatters of a review; `points` means that the game is for points. */
export interface ReviewNumbers {
  points: boolean;
  /** Format a value: "43 %", or a lead of "+3.5". */
  value: (value: number) => string;
  /** Format a change of a value in points, with its sign. */
  change: (change: number) => string;
  /** Format points lost or won, without a sign. */
  size: (points: number) => string;
}

/** Points above which decimals are omitted. */
const ROUGH = 10;

export function reviewNumbers(locale: string, points: boolean): ReviewNumbers {
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  const format = (signDisplay: "exceptZero" | "never", maximumFractionDigits: number) =>
    new Intl.NumberFormat(locale, { signDisplay, maximumFractionDigits });
  const signed = [format("exceptZero", 1), format("exceptZero", 0)] as const;
  const plain = [format("never", 1), format("never", 0)] as const;
  const text = ([fine, rough]: typeof signed, value: number) =>
    (Math.abs(value) < ROUGH ? fine : rough).format(value).replace("-", "−");
  const unit = points ? 1 : 100;
  return {
    points,
    value: (value) => (points ? text(signed, value) : percent.format(value)),
    change: (change) => text(signed, unit * change),
    size: (size) => text(plain, size),
  };
}

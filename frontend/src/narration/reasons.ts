/** Reasons of a review as sentences, with cards written [9D]. */
import { formatValue } from "../cards/cards";
import { lowestLoses } from "../game/conditions";
import { list, type Catalogue } from "../i18n";
import { numberFormat } from "../i18n/number-format";
import type { Reason } from "schwimmen";
import type { ReviewTexts } from "./review-texts";
import type { PlayersAndRules } from "./text-context";

const isBland = ({ code }: Reason) => Number(code === "strong_opponent");

/** Return the reasons with the least informative one last. */
export const inOrder = (reasons: readonly Reason[]): Reason[] =>
  reasons.toSorted((one, other) => isBland(one) - isBland(other));

/** Return a reason as a sentence. */
export function reasonText(
  reason: Reason,
  at: PlayersAndRules,
  texts: ReviewTexts,
  t: Catalogue,
): string {
  const { cards, numbers } = reason;
  const format = numberFormat(t.locale);
  const number = (name: string) => numbers[name] ?? 0;
  const percent = (name: string) => format.rate(number(name));
  const value = (name: string) => formatValue(number(name));
  const isOpponent = reason.code.endsWith("_opponent");
  const text: (places: Places) => string = texts.reasons[reason.code];
  const player = reason.seat === null ? null : at.playerName(reason.seat);
  return text({
    name: player?.name ?? "",
    you: player?.you ?? false,
    cards: list(
      cards.map((card) => `[${card}]`),
      t,
    ),
    n: cards.length,
    value: isOpponent ? format.whole(number("value")) : value("value"),
    otherValue: value("otherValue"),
    beaten: percent("beaten"),
    otherBeaten: percent("otherBeaten"),
    better: percent("beaten") !== percent("otherBeaten"),
    outs: number("outs"),
    otherOuts: number("otherOuts"),
    other: number("otherOuts") > 0,
    turns: number("turns"),
    otherTurns: format.mean(number("otherTurns")),
    probability: percent("probability"),
    certain: percent("probability") === format.rate(1),
    usualValue: format.whole(number("usualValue")),
    lowest: percent("lowest"),
    lowestLoses: lowestLoses(at.info?.rules.all ?? {}),
    own: number("own"),
    fewest: number("fewest"),
    most: number("most"),
  });
}

type UnionToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends (
  all: infer I,
) => void
  ? I
  : never;
/** Placeholders of all sentences. */
type Places = UnionToIntersection<
  Parameters<ReviewTexts["reasons"][keyof ReviewTexts["reasons"]]>[0]
>;

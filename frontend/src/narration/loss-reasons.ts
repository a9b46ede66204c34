/** Sentences about the reasons for which players lost a round, or were spared. */
import type { Loss, RoundResult, View } from "../api/wire";
import { isSuit, formatValue } from "../cards/cards";
import { handValueText, suitName } from "../cards/card-names";
import { type Catalogue, playerGroup } from "../i18n";
import type { TextContext } from "./text-context";

/** Reasons of the seats that are tied for the worst hand. */
const TIED: readonly string[] = ["tied_worst", "closer_in_tie", "tied_with_closer", "spared"];

/** Return the value of a seat's hand, such as "20 in clubs". */
function handValue({ values, suits }: RoundResult, seat: number, t: Catalogue): string {
  return handValueText(values[seat] ?? 0, suits[seat] ?? null, t);
}

function bestSuitName({ suits }: RoundResult, seat: number, t: Catalogue): string {
  const suit = suits[seat] ?? null;
  return suit !== null && isSuit(suit) ? suitName(suit, t) : "";
}

/** Return the sentence about a seat that is tied for the worst hand. */
function tieText(
  { seat, reason }: Loss,
  losses: readonly Loss[],
  value: string,
  at: TextContext,
  t: Catalogue,
): string {
  const tied = losses.filter((other) => TIED.includes(other.reason) && other.seat !== seat);
  const names = tied.map((other) => at.playerName(other.seat));
  const { players } = playerGroup(names, t, t.youObject);
  switch (reason) {
    case "closer_in_tie":
      return t.why.closerInTie({ value, players });
    case "tied_with_closer":
      return t.why.tiedWithCloser({ value, players });
    case "spared":
      return t.why.spared({
        value,
        players,
        closed: tied.some((other) => other.reason === "tied_with_closer"),
      });
    default:
      return t.why.tied({ value, players });
  }
}

/** Return the sentence about a seat's loss, or its being spared, or null for an unknown reason. */
export function lossReasonText(
  loss: Loss,
  losses: readonly Loss[],
  result: RoundResult,
  at: TextContext,
  t: Catalogue,
): string | null {
  const { seat, amount, reason, against, decided } = loss;
  const value = handValue(result, seat, t);
  if (reason === "closer") return t.why.closer;
  if (TIED.includes(reason)) return tieText(loss, losses, value, at, t);
  if (reason === "worst" && (against === null || decided === null || decided === "value"))
    return t.why.worst({ value });
  if (against === null) return null;
  const other = at.playerName(against);
  switch (reason) {
    case "worst":
    case "not_best":
      if (decided === "trips_rank") return t.why.trips(other);
      if (decided === "high_card")
        return t.why.highCard({ ...other, suit: bestSuitName(result, seat, t) });
      if (decided === "suit")
        return t.why.suit({
          ...other,
          better: bestSuitName(result, against, t),
          worse: bestSuitName(result, seat, t),
        });
      return reason === "worst"
        ? t.why.worst({ value })
        : t.why.notBest({ ...other, value: handValue(result, against, t) });
    case "fire":
      return t.why.fire(other);
    case "dealt_31":
      return t.why.dealtBest({ ...other, best: at.best });
    case "dealt_fire":
      return t.why.dealtFire({ ...other, n: amount, best: at.best });
    case "difference":
      return t.why.difference({
        ...other,
        own: formatValue(result.values[seat] ?? 0),
        best: formatValue(result.values[against] ?? 0),
        n: formatValue(amount),
      });
    default:
      return null;
  }
}

export interface LossReason {
  seat: number;
  words: string;
  rule: string;
}

/** Return the reasons of a round's losers, and of those spared; a round that does not count has no reasons. */
export function lossReasons(
  { result, losses, replayed }: Pick<View, "result" | "losses" | "replayed">,
  at: TextContext,
  t: Catalogue,
): LossReason[] {
  if (!result || replayed) return [];
  return losses.flatMap((loss) => {
    const words = lossReasonText(loss, losses, result, at, t);
    return words === null ? [] : [{ seat: loss.seat, words, rule: loss.rule }];
  });
}

/** Return the reason that all seats with reasons share if they are several, or null. */
export function commonReason(reasons: readonly LossReason[]): LossReason | null {
  const { size } = new Set(reasons.map(({ seat }) => seat));
  const isShared = ({ words }: LossReason) =>
    reasons.filter((other) => other.words === words).length === size;
  return size > 1 ? (reasons.find(isShared) ?? null) : null;
}

/** Return the reasons as sentences for the live region. */
export function lossReasonTexts(reasons: readonly LossReason[], at: TextContext): string[] {
  const common = commonReason(reasons);
  const own = reasons.filter(({ words }) => words !== common?.words);
  return [
    ...(common ? [common.words] : []),
    ...own.map(({ seat, words }) => `${at.playerName(seat).name}: ${words}`),
  ];
}

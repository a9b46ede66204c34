/** A finished round as rows to read: best hand first. */
import type { Card, RoundResult, Status } from "../api/wire";
import { cardsOf, suitOf } from "../cards/cards";

export interface Row {
  seat: number;
  cards: { card: Card; counts: boolean }[];
  value: number;
  suit: string | null;
  lost: number;
  lives: number | null;
  status: Status | null;
  points: number | null;
  total: number | null;
}

/**
 * `totals` are the match's points, if it is played for points; `final` puts the seats in the
 * order of these.
 */
export function rowsOf(
  result: RoundResult,
  totals: readonly (number | null)[] = [],
  final = false,
): Row[] {
  const rows: Row[] = [];
  result.hands.forEach((hand, seat) => {
    const value = result.values[seat] ?? null;
    if (hand === null || value === null) return;
    const suit = result.suits[seat] ?? null;
    rows.push({
      seat,
      cards: cardsOf(hand).map((card) => ({ card, counts: !suit || suitOf(card) === suit })),
      value,
      suit,
      lost: result.lost?.[seat] ?? 0,
      lives: result.lives?.[seat] ?? null,
      status: result.status?.[seat] ?? null,
      points: result.points?.[seat] ?? null,
      total: totals[seat] ?? null,
    });
  });
  // A stable sort: hands of one value stay in the order of the seats, losers below.
  rows.sort((a, b) => b.value - a.value || a.lost - b.lost);
  if (final && rows[0]?.total != null) rows.sort((a, b) => (b.total ?? 0) - (a.total ?? 0));
  return rows;
}

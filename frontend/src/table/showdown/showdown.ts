/** Rows of a finished round, the best hand first, and final standings of a match. */
import type { Card, Options, RoundResult, SeatView, Status, View } from "../../api/wire";
import { parseCards, suitOf } from "../../cards/cards";
import type { Catalogue } from "../../i18n";
import { seatFate } from "../../narration/round-outcome";

export interface ResultRow {
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

/** Return the rows of a round; `totals` are the match's points in a game for points. */
export function resultRows(
  result: RoundResult,
  totals: readonly (number | null)[] = [],
): ResultRow[] {
  const rows: ResultRow[] = [];
  result.hands.forEach((hand, seat) => {
    const value = result.values[seat] ?? null;
    if (hand === null || value === null) return;
    const suit = result.suits[seat] ?? null;
    rows.push({
      seat,
      cards: parseCards(hand).map((card) => ({ card, counts: !suit || suitOf(card) === suit })),
      value,
      suit,
      lost: result.lost?.[seat] ?? 0,
      lives: result.lives?.[seat] ?? null,
      status: result.status?.[seat] ?? null,
      points: result.points?.[seat] ?? null,
      total: totals[seat] ?? null,
    });
  });
  // The sort is stable: hands of equal value stay in seat order, losers last.
  rows.sort((a, b) => b.value - a.value || a.lost - b.lost);
  return rows;
}

/** Return the note beside a hand: the player swims or is out, newly or as before. */
export function fateText(
  { status, lost }: Pick<ResultRow, "status" | "lost">,
  options: Options,
  t: Catalogue,
): string | null {
  const fate = seatFate(status, options);
  if (fate === null) return null;
  if (lost > 0) return t.showdown.now[fate];
  if (fate === "swims") return t.table.swimming;
  return fate === "chicken" ? t.table.chicken : t.table.out;
}

export interface FinalPlace {
  place: number;
  seat: SeatView;
}

/** Rank the players by points; in a game for lives by victory, then by rounds played. */
export function finalStanding(
  { seats, winners }: Pick<View, "seats" | "winners">,
  rounds: readonly RoundResult[],
): FinalPlace[] {
  const played = (seat: number) => rounds.filter(({ hands }) => hands[seat] != null).length;
  const score = (seat: SeatView) =>
    seat.total ?? (winners.includes(seat.seat) ? Infinity : played(seat.seat));
  return seats
    .toSorted((a, b) => (score(b) > score(a) ? 1 : score(b) < score(a) ? -1 : 0))
    .map((seat) => ({
      place: 1 + seats.filter((other) => score(other) > score(seat)).length,
      seat,
    }));
}

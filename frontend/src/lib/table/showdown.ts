/** A finished round as rows to read, best hand first, and the standing after the match. */
import type { Card, RoundResult, SeatView, Status, View } from "../api/wire";
import { cardsOf, suitOf } from "../cards/cards";
import type { Catalogue } from "../i18n";

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

/** `totals` are the match's points, if it is played for points. */
export function rowsOf(result: RoundResult, totals: readonly (number | null)[] = []): Row[] {
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
  return rows;
}

/** Whether somebody swims or is out, and whether since this round. */
export function fateOf(
  { status, lost }: Pick<Row, "status" | "lost">,
  chicken: boolean,
  t: Catalogue,
): string | null {
  if (status === "out") return lost > 0 ? t.showdown.nowOut : t.table.out;
  if (status !== "swimming") return null;
  if (lost === 0) return chicken ? t.table.chicken : t.table.swimming;
  return chicken ? t.showdown.nowChicken : t.showdown.nowSwimming;
}

export interface Place {
  /** Null: after the winners, in no order. */
  place: number | null;
  seat: SeatView;
}

/** Most points first, equal ones in one place; in a game for lives the winners before the rest. */
export function standingOf({ seats, winners }: Pick<View, "seats" | "winners">): Place[] {
  const points = (seat: SeatView) => seat.total ?? (winners.includes(seat.seat) ? 1 : 0);
  return seats
    .toSorted((a, b) => points(b) - points(a))
    .map((seat) => ({
      place:
        seat.total === null && !winners.includes(seat.seat)
          ? null
          : 1 + seats.filter((other) => points(other) > points(seat)).length,
      seat,
    }));
}

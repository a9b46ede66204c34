/** Rows and summaries of tables for lists. */
import type { Match } from "schwimmen";
import { WIRE_VERSION, type TableSummary } from "../../api/wire";
import type { DeviceTable } from "../table/device-table";
import { LOG_VERSION, OWN_SEAT } from "../table/log";
import type { TableRow } from "./store";

/** Return the row of a table after its last event; `engine` is the script that plays it. */
export function rowOf(table: DeviceTable, engine: string): TableRow {
  const { id, created, over, round, match, log } = table;
  return {
    id,
    created: created.at,
    changed: log.at(-1)?.at ?? created.at,
    over,
    closed: null,
    round,
    preset: created.preset,
    options: created.options ?? {},
    seats: created.seats,
    lives: match.lives,
    toAct: match.toAct,
    places: over ? placings(match) : null,
    handedOver: null,
    engine,
    wire: WIRE_VERSION,
    version: LOG_VERSION,
    ...(created.what_if ? { whatIf: true } : {}),
    ...(created.challenge === undefined ? {} : { challenge: created.challenge }),
  };
}

/**
 * Whether no pack of a table's log is secret, because no round is being played. A newer log goes on
 * in a newer version.
 */
export const isOpenToAll = ({ over, closed, toAct }: TableRow): boolean =>
  over || toAct === null || (closed !== null && closed !== "newer_log");

/**
 * Return the final place of every seat, from 1, as the server does: winners first, then by rounds
 * played or points; ties share a place.
 */
export function placings({ players, winners, totals, results }: Match): number[] {
  const reached = players.map((_, seat) => ({
    won: winners.includes(seat),
    score: totals?.[seat] ?? results.filter(({ hands }) => hands[seat] !== null).length,
  }));
  return reached.map(
    (own) =>
      1 +
      reached.filter((other) => (other.won === own.won ? other.score > own.score : other.won))
        .length,
  );
}

/** Return the summary of a table for lists. */
export function summaryOf(row: TableRow): TableSummary {
  const closed = row.closed !== null;
  const goesOn = !row.over && !closed;
  return {
    id: row.id,
    preset: row.preset,
    options: row.options,
    seats: row.seats.map(({ name, level = null, face }) =>
      face === undefined ? { name, level } : { name, level, face },
    ),
    started: row.created,
    phase: closed ? "closed" : row.over ? "over" : "playing",
    over: row.over,
    closed,
    round: row.round,
    you: OWN_SEAT,
    lives: goesOn ? (row.lives ?? null) : null,
    to_act: goesOn ? (row.toAct ?? null) : null,
    places: row.places,
    device: true,
    hints: row.hints ?? 0,
  };
}

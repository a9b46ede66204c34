/** Words about matches in progress. */
import type { TableSummary } from "../api/wire";
import { variantName } from "../game/option-text";
import { list, t } from "../i18n";
import { isolateName } from "../i18n/names";

export const isRunning = ({ over, closed }: TableSummary): boolean => !over && !closed;

/** Return the other players. Before the match only taken seats are listed, the reader's included. */
export const others = ({ seats, phase, you }: TableSummary) =>
  seats.filter((_, seat) => phase === "gathering" || seat !== you);

const names = (table: TableSummary) => list(others(table).map(({ name }) => isolateName(name)));

/** Return "against Anna and Ben", or who waits for the match to begin. */
export const againstText = (table: TableSummary): string =>
  table.phase === "gathering"
    ? t.start.gathering({ names: names(table) })
    : t.start.against({ names: names(table) });

/** Return the whole sentence for a link to a match. */
export const goOnText = (table: TableSummary): string =>
  table.phase === "gathering"
    ? `${t.start.goOn}: ${variantName(table.preset)}, ${againstText(table)}`
    : t.start.goOnWith({ variant: variantName(table.preset), names: names(table) });

/** Return how the match stands: whose turn it is, the round, and the reader's lives. */
export function standing({ seats, you, to_act, round, lives }: TableSummary): string[] {
  const actor = to_act === null ? undefined : seats[to_act];
  const own = lives?.[you];
  return [
    ...(to_act === you ? [t.start.yourTurn] : []),
    ...(actor && to_act !== you ? [t.start.turnOf({ name: isolateName(actor.name) })] : []),
    ...(round ? [t.start.roundNumber({ n: round })] : []),
    ...(own === undefined ? [] : [t.start.livesLeft({ n: own })]),
  ];
}

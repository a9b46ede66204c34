/** Outcome of a match, as the list of matches shows it. */
import type { TableSummary } from "../api/wire";
import type { Catalogue } from "../i18n";

export interface MatchOutcome {
  text: string;
  won: boolean;
  /** Whether the match has not ended. */
  running: boolean;
}

/** Return the state or outcome of a match for the player at seat `you`. */
export function matchOutcome(table: TableSummary, t: Catalogue): MatchOutcome {
  const outcome = outcomeAsPlayed(table, t);
  if (!table.forfeited) return outcome;
  return { ...outcome, text: t.players.forfeited({ outcome: outcome.text }), won: false };
}

function outcomeAsPlayed(table: TableSummary, t: Catalogue): MatchOutcome {
  const { phase, places, you, seats } = table;
  const outcome = (text: string, won = false, running = false) => ({ text, won, running });
  if (phase === "gathering") return outcome(t.players.gathering, false, true);
  if (phase === "playing") return outcome(t.players.running, false, true);
  if (phase === "closed") return outcome(t.players.closed);
  const place = places?.[you];
  if (place === undefined) return outcome(t.players.over);
  if (place > 1) return outcome(t.players.place({ place, of: seats.length }));
  const winners = places?.filter((other) => other === 1).length ?? 1;
  return outcome(winners > 1 ? t.players.shared : t.players.won, true);
}

/** Return the names of the other players. */
export const otherPlayers = ({ seats, you }: TableSummary): string[] =>
  seats.filter((_, seat) => seat !== you).map(({ name }) => name);

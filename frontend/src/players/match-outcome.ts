/** What a list of matches says of each. */
import type { TableSummary } from "../api/wire";
import type { Catalogue } from "../i18n";

export interface MatchOutcome {
  words: string;
  /** Whether it is a win, and whether the match still goes on. */
  won: boolean;
  goesOn: boolean;
}

/** How a match stands, or how it ended for whoever sits at seat `you`. */
export function matchOutcome(table: TableSummary, t: Catalogue): MatchOutcome {
  const { phase, places, you, seats } = table;
  const said = (words: string, won = false, goesOn = false) => ({ words, won, goesOn });
  if (phase === "gathering") return said(t.players.gathering, false, true);
  if (phase === "playing") return said(t.players.running, false, true);
  if (phase === "closed") return said(t.players.closed);
  const place = places?.[you];
  if (place === undefined) return said(t.players.over);
  if (place > 1) return said(t.players.place(place, seats.length));
  const first = places?.filter((other) => other === 1).length ?? 1;
  return said(first > 1 ? t.players.shared : t.players.won, true);
}

/** The others at the table. */
export const othersAt = ({ seats, you }: TableSummary): string[] =>
  seats.filter((_, seat) => seat !== you).map(({ name }) => name);

/** What the sentences about a match depend on. */
import type { TableRules } from "../api/wire";
import type { PlayerName } from "../i18n";

/** What sentences about a table depend on. */
export interface TextContext {
  playerName: (seat: number) => PlayerName;
  /** The name of the best hand of one suit: "31", or "41" with four cards. */
  best: string;
}

/** A text context that includes the rules. */
export interface RulesTextContext extends TextContext {
  info: { rules: Pick<TableRules, "all"> } | null;
}

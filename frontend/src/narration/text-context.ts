/** Context of the sentences about a match. */
import type { TableRules } from "../api/wire";
import type { PlayerName } from "../i18n";

/** Names and rules of a table that its sentences need. */
export interface TextContext {
  playerName: (seat: number) => PlayerName;
  /** The name of the best hand of one suit: "31", or "41" with four cards. */
  best: string;
}

/** Names of players and rules of a table. */
export interface PlayersAndRules extends Pick<TextContext, "playerName"> {
  info: { rules: Pick<TableRules, "all"> } | null;
}

/** A text context that includes the rules. */
export interface RulesTextContext extends TextContext, PlayersAndRules {}

/** What travels between page and server: the generated types, and names for parts of them. */
import type { ClientMessage, SeatView, TableRules } from "./generated";

export type {
  Choice,
  ClientMessage,
  Events,
  Happening,
  NewTable,
  Refused,
  RoundResult,
  RulesAnswer,
  SeatView,
  ServerMessage,
  Setup,
  TableEvent,
  TableInfo,
  TableMade,
  TableSummary,
  View,
  Welcome,
} from "./generated";

/** The version of the messages that this page speaks. */
export const WIRE_VERSION: ClientMessage["v"] = 1;

/** A card: rank then suit, "TC" is the ten of clubs. */
export type Card = string;
export type Status = NonNullable<SeatView["status"]>;
export type Options = TableRules["all"];

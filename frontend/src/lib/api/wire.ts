/** What travels between page and server: the generated types, and names for parts of them. */
import type { ClientMessage, ErrorBody, SeatView, SetPace, TableRules } from "./generated";

export type {
  Choice,
  ClientMessage,
  Closed,
  CoursePoint,
  Events,
  Hands,
  Happening,
  Loss,
  NewTable,
  Refused,
  RoundResult,
  RulesAnswer,
  RulesAsked,
  SeatView,
  ServerMessage,
  Setup,
  Share,
  Statistics,
  TableEvent,
  TableInfo,
  TableMade,
  TableRules,
  TableSummary,
  TurnClosings,
  View,
  Welcome,
} from "./generated";

/** The version of the messages that this page speaks. */
export const WIRE_VERSION: ClientMessage["v"] = 1;

/** A card: rank then suit, "TC" is the ten of clubs. */
export type Card = string;
export type Status = NonNullable<SeatView["status"]>;
export type Pace = SetPace["pace"];
export type ErrorDetails = NonNullable<ErrorBody["details"]>;
export type Options = TableRules["all"];
/** What an option is set to. */
export type Value = Options[string];

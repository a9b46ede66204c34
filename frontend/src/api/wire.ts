/** Types of the data between page and server: the generated ones, and names for parts of them. */
import type {
  ClientMessage,
  ErrorBody,
  React,
  SeatInfo,
  SeatView,
  SetPace,
  Settings,
  TableRules,
} from "./generated";

export type {
  ChatLine,
  Choice,
  ClientMessage,
  Clock,
  ClockState,
  Closed,
  CoursePoint,
  ErasureResult,
  EventsMessage,
  Hands,
  Leaderboard,
  LeaderboardRow,
  Lobby,
  LobbyTable,
  Loss,
  Me,
  NewSharedTable,
  NewTable,
  OwnRating,
  Presence,
  PublicView,
  QuickMatch,
  RecoverResponse,
  Recovery,
  Refused,
  Replay,
  ReplayStep,
  RoundEvent,
  RoundResult,
  RulesRequest,
  RulesResponse,
  SeatInfo,
  SeatView,
  Seeds,
  ServerMessage,
  Settings,
  Setup,
  Share,
  Statistics,
  SummarySeat,
  TableCreated,
  TableEvent,
  TableInfo,
  TableRules,
  TableSummary,
  TurnClosings,
  View,
  Welcome,
} from "./generated";

/** The version of the message protocol that this page speaks. */
export const WIRE_VERSION: ClientMessage["v"] = 1;

/** A card: rank then suit, "TC" is the ten of clubs. */
export type Card = string;
export type Status = NonNullable<SeatView["status"]>;
export type Pace = SetPace["pace"];
export type ErrorDetails = NonNullable<ErrorBody["details"]>;
export type Options = TableRules["all"];
/** The value of an option. */
export type Value = Options[string];

/** All settings of a table for several people. */
export type TableSettings = Required<Settings>;
export type Reaction = React["reaction"];
export type AwayReason = NonNullable<SeatInfo["away"]>;

/** What travels between page and server: the generated types, and names for parts of them. */
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
  Closed,
  CoursePoint,
  EventsMessage,
  Hands,
  RoundEvent,
  Lobby,
  LobbyTable,
  Loss,
  NewSharedTable,
  NewTable,
  Presence,
  QuickMatch,
  Refused,
  RoundResult,
  RulesResponse,
  RulesRequest,
  SeatInfo,
  SeatView,
  Seeds,
  ServerMessage,
  Settings,
  Setup,
  Share,
  Statistics,
  SummarySeat,
  TableEvent,
  TableInfo,
  TableCreated,
  TableRules,
  TableSummary,
  ClockState,
  TurnClosings,
  View,
  Welcome,
} from "./generated";

export type {
  ErasureResult,
  Leaderboard,
  LeaderboardRow,
  Me,
  OwnRating,
  PublicView,
  RecoverResponse,
  Recovery,
  Replay,
  ReplayStep,
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

/** How several people play at a table, all of it. */
export type TableSettings = Required<Settings>;
export type Reaction = React["reaction"];
export type AwayReason = NonNullable<SeatInfo["away"]>;

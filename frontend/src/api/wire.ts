/**
 * Types of the data between page and server: the generated ones, and those of decoded data, which
 * have all fields that the server may leave out (decode.ts).
 */
import type * as sent from "./generated";
import type { ClientMessage, ErrorBody, React, SetPace, Settings } from "./generated";

export type {
  Badge,
  ChatLine,
  ClientMessage,
  Clock,
  Closed,
  CoursePoint,
  CurvePoint,
  Daily,
  DailyCalendarDay,
  DailyCount,
  DailyDay,
  DailyPast,
  DailyResult,
  DailyShared,
  DailyToday,
  ErasureResult,
  FormResult,
  FriendInfo,
  Friends,
  Hands,
  InvitableFriend,
  InvitableFriends,
  Invitation,
  Invitations,
  Leaderboard,
  LeaderboardRow,
  Lobby,
  LobbyTable,
  MatchFacts,
  MatchHistory,
  Me,
  NewDailyTable,
  NewDeviceTable,
  NewSharedTable,
  NewTable,
  OwnProfile,
  OwnRating,
  PersonalBests,
  PlayedMatch,
  Presence,
  PublicProfile,
  QuickMatch,
  RatingCurve,
  RecoverResponse,
  Recovery,
  Refused,
  RecentPlayer,
  Rival,
  Replay,
  RoundFacts,
  RulesRequest,
  RulesResponse,
  SeatPerson,
  SeatRelation,
  ServerMessage,
  Settings,
  Setup,
  Share,
  Statistics,
  Story,
  SummarySeat,
  TableCreated,
  PersonalBest,
  TableSummary,
  TurnClosings,
} from "./generated";
export type SentReplayStep = sent.ReplayStep;

/** The version of the message protocol that this page speaks. */
export const WIRE_VERSION: ClientMessage["v"] = 1;

/** A card: rank then suit, "TC" is the ten of clubs. */
export type Card = string;

/** The kinds of action in all variants. */
export const ACTION_KINDS = [
  "exchange",
  "exchange!",
  "all",
  "all!",
  "pass",
  "close",
  "renew",
  "keep",
  "take",
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

export type Pace = SetPace["pace"];
export type ErrorDetails = NonNullable<ErrorBody["details"]>;
/** All settings of a table for several people. */
export type TableSettings = Required<Settings>;
export type Reaction = React["reaction"];

type Changed<T, Fields> = Omit<Required<T>, keyof Fields> & Fields;

export type RoundEvent = Required<sent.RoundEvent>;
export type RoundResult = Required<sent.RoundResult>;
export type Loss = Required<sent.Loss>;
export type SeatView = Required<sent.SeatView>;
export type Status = NonNullable<SeatView["status"]>;
/** A legal action; `given` and `taken` are the cards that an exchange moves. */
export type Choice = Required<sent.Choice> & { given: Card[]; taken: Card[] };
/** The part of a view that all may see. */
export type PublicView = Changed<
  Omit<sent.PublicView, "history">,
  { seats: SeatView[]; result: RoundResult | null; losses: Loss[] }
>;
/** The part of a view that only the reader may see. */
export type OwnView = Changed<sent.OwnView, { choices: Choice[] }>;
/** A round as the reader may see it; `seat` is null for a spectator. */
export interface View extends PublicView, OwnView {
  seat: number | null;
  history: readonly RoundEvent[];
}

export type TableEvent = Changed<
  sent.TableEvent,
  { history: RoundEvent[]; result: RoundResult | null }
>;
export type TableRules = Required<sent.TableRules>;
export type Options = TableRules["all"];
/** The value of an option. */
export type Value = Options[string];
export type SeatInfo = Required<Omit<sent.SeatInfo, "you">>;
export type AwayReason = NonNullable<SeatInfo["away"]>;
/** Score of a person in the matches of an evening, a table and its rematches. */
export type EveningScore = Required<sent.EveningScore>;
export type TableInfo = Changed<
  sent.TableInfo,
  { rules: TableRules; seats: SeatInfo[]; evening: EveningScore[] }
>;
/** A table over HTTP, which marks the reader's own seat. */
export type OwnTable = Changed<TableInfo, { seats: (SeatInfo & { you: boolean })[] }>;
export type Seeds = Required<sent.Seeds>;
/** The clocks at `now`, the server's time, which is sent only if something is `due`. */
export type ClockState = Required<sent.ClockState> & { now: string | null };

/** A table after event `seq`, with the new events; `seat` is the reader's, if any. */
export interface Update {
  seq: number;
  seat: number | null;
  events: TableEvent[];
  table: TableInfo;
  view: View | null;
  times: ClockState | null;
  ready: readonly number[];
  seeds: Seeds | null;
}
/**
 * The first message of a connection, with the last lines of the chat, and whether the server has
 * lost events that this page had.
 */
export type Welcome = Update & Pick<sent.Welcome, "presence" | "chat"> & { lost: boolean };

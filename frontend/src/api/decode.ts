/**
 * Decoders for the server's messages about tables. They add the fields that the server leaves out
 * because they are empty (docs/wire.md), and the parts of a view that follow from others.
 */
import { DEFAULTS } from "./defaults.generated";
import type * as sent from "./generated";
import {
  ACTION_KINDS,
  type Card,
  type Choice,
  type ClockState,
  type OwnView,
  type PublicView,
  type RoundEvent,
  type TableEvent,
  type TableInfo,
  type View,
} from "./wire";

type OptionalName<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
/** A value for every field that the server may leave out. */
type Defaults<T> = Required<Pick<T, OptionalName<T>>>;

/** Return a function that adds the fields left out by the server. */
const completing =
  <T extends object>(defaults: Defaults<T>) =>
  (value: T) =>
    ({ ...defaults, ...value }) as Required<T>;

const { history: _history, ...publicDefaults } = DEFAULTS.PublicView; // in whole views only
const { you: _you, ...seatDefaults } = DEFAULTS.SeatInfo; // in HTTP responses only

const roundEvent = completing<sent.RoundEvent>(DEFAULTS.RoundEvent);
const roundResult = completing<sent.RoundResult>(DEFAULTS.RoundResult);
const loss = completing<sent.Loss>(DEFAULTS.Loss);
const seatView = completing<sent.SeatView>(DEFAULTS.SeatView);
const publicView = completing<Omit<sent.PublicView, "history">>(publicDefaults);
const ownView = completing<sent.OwnView>(DEFAULTS.OwnView);
const choice = completing<sent.Choice>(DEFAULTS.Choice);
const tableEvent = completing<sent.TableEvent>(DEFAULTS.TableEvent);
const tableInfo = completing<sent.TableInfo>(DEFAULTS.TableInfo);
const tableRules = completing<sent.TableRules>(DEFAULTS.TableRules);
const seatInfo = completing<Omit<sent.SeatInfo, "you">>(seatDefaults);
const eveningScore = completing<sent.EveningScore>(DEFAULTS.EveningScore);
const clockState = completing<sent.ClockState>(DEFAULTS.ClockState);

export const decodeSeeds = completing<sent.Seeds>(DEFAULTS.Seeds);

export function decodeEvent(event: sent.TableEvent): TableEvent {
  const { history, result, ...rest } = tableEvent(event);
  return { ...rest, history: history.map(roundEvent), result: result && roundResult(result) };
}

export function decodeTable(table: sent.TableInfo): TableInfo {
  const { rules, seats, evening, ...rest } = tableInfo(table);
  return {
    ...rest,
    rules: tableRules(rules),
    seats: seats.map(seatInfo),
    evening: evening.map(eveningScore),
  };
}

export const decodeClocks = (times: sent.ClockState, now: string | null): ClockState => ({
  ...clockState(times),
  now,
});

function decodePublicView(view: sent.PublicView): PublicView {
  const { seats, result, losses, ...rest } = publicView(view);
  return {
    ...rest,
    seats: seats.map(seatView),
    result: result && roundResult(result),
    losses: losses.map(loss),
  };
}

/** Decode a choice; its action names the cards that it moves and ends in `!` if it closes. */
function decodeChoice(sentChoice: sent.Choice, hand: Card[], table: Card[]): Choice {
  const { action, closes = action.endsWith("!") } = sentChoice;
  const [given, taken] = action.replace("!", "").split("x");
  const all = action === "all" || action === "all!";
  const isPair = given !== undefined && taken !== undefined;
  return {
    ...choice(sentChoice),
    closes,
    given: isPair ? [given] : all ? hand : [],
    taken: isPair ? [taken] : all ? table : [],
  };
}

const refuseAll = (code: string) => Object.fromEntries(ACTION_KINDS.map((kind) => [kind, code]));
const NOT_YOUR_TURN = refuseAll("not_your_turn");
const ROUND_OVER = refuseAll("round_over");
/** Refusal codes of the actions that the game lacks, unless the server sends others. */
const NOT_IN_GAME: Readonly<Record<string, string>> = {
  "exchange!": "close_is_its_own_turn",
  all: "no_exchange_all",
  pass: "no_pass",
  renew: "no_renew",
  keep: "no_choice",
  take: "no_choice",
};

/** Return a refusal code by kind of action; the server sends codes on the seat's turn only. */
function refusals(
  sentRefusals: Readonly<Record<string, string>>,
  seat: number,
  to_act: number | null,
): Record<string, string> {
  if (to_act === seat) return { ...NOT_IN_GAME, ...sentRefusals };
  return to_act === null ? ROUND_OVER : NOT_YOUR_TURN;
}

function decodeOwnView(own: sent.OwnView, seat: number, { to_act, table }: PublicView): OwnView {
  const { choices, refused, ...rest } = ownView(own);
  return {
    ...rest,
    choices: choices.map((one) => decodeChoice(one, rest.hand, table)),
    refused: refusals(refused, seat, to_act),
  };
}

/** Empty own view, for spectators. */
export const NO_SEAT = { ...ownView({}), choices: [] } satisfies OwnView;

/** Decode the view of a seat, or of a spectator if `seat` is null. */
export function decodeView(
  view: sent.PublicView,
  own: sent.OwnView,
  seat: number | null,
  history: readonly RoundEvent[],
): View {
  const shown = decodePublicView(view);
  const ownPart = seat === null ? NO_SEAT : decodeOwnView(own, seat, shown);
  return { ...shown, ...ownPart, seat, history };
}

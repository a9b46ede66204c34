/**
 * Decodes a table's state and events: adds the fields that the server leaves out because they are
 * empty (docs/wire.md), and the parts of a view that follow from the others.
 */
import type * as wire from "./generated";
import type {
  Choice,
  ClockState,
  PublicView,
  RoundEvent,
  RoundResult,
  Seeds,
  TableEvent,
  TableInfo,
  View,
} from "./wire";

type OptionalName<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];
/** A value for every field that the server may leave out. */
type Defaults<T> = Required<Pick<T, OptionalName<T>>>;

const completing =
  <T extends object>(defaults: Defaults<T>) =>
  (sent: T) =>
    ({ ...defaults, ...sent }) as Required<T>;

const roundEvent = completing<wire.RoundEvent>({
  seat: null,
  action: null,
  cards: [],
  given: [],
  taken: [],
  reason: null,
  closes: false,
});
const roundResult = completing<wire.RoundResult>({
  by: null,
  lost: null,
  lives: null,
  status: null,
  points: null,
  totals: null,
});
const loss = completing<wire.Loss>({ against: null, decided: null });
const seatView = completing<wire.SeatView>({
  active: false,
  known: [],
  shown: null,
  value: null,
  suit: null,
  closed: false,
  playing: false,
  last_action: null,
  lives: null,
  status: null,
  total: null,
});

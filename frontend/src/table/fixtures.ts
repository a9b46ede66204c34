/** Small views, events and results for tests. */
import { decodeEvent, decodeView } from "../api/decode";
import type { PublicView } from "../api/generated";
import type { Choice, RoundEvent, RoundResult, SeatView, TableEvent, View } from "../api/wire";

export function choice(action: string, value: number | null = null): Choice {
  const [given, taken] = action.replace("!", "").split("x");
  const pair = given !== undefined && taken !== undefined;
  return {
    action,
    given: pair ? [given] : [],
    taken: pair ? [taken] : [],
    value,
    suit: value === null ? null : "H",
    closes: action === "close" || action.endsWith("!"),
  };
}

export function happening(kind: string, parts: Partial<RoundEvent> = {}): RoundEvent {
  const nothing = { seat: null, action: null, cards: [], given: [], taken: [], reason: null };
  const closes = kind === "close" || (parts.action?.endsWith("!") ?? false);
  return { kind, ...nothing, closes, rule: "R8", ...parts };
}

export function event(parts: Partial<TableEvent> = {}): TableEvent {
  return { ...decodeEvent({ seq: 1, at: "", type: "action", round: 1 }), ...parts };
}

/** Return a round that seat 0 lost and seat 1 did not play. */
export function roundResult(parts: Partial<RoundResult> = {}): RoundResult {
  return {
    dealer: 0,
    leader: 1,
    end: "close",
    by: 2,
    turns: 3,
    hands: ["KC TC 9D", null, "AS 9S 7S", "9C 9H 9D"],
    values: [20, null, 27, 30.5],
    suits: ["C", null, "S", null],
    lost: [1, null, 0, 0],
    lives: [0, null, 2, 3],
    status: ["swimming", null, "in", "in"],
    points: null,
    ...parts,
  };
}

export function seatView(seat: number, parts: Partial<SeatView> = {}): SeatView {
  return {
    seat,
    active: true,
    cards: 3,
    known: [],
    shown: null,
    value: null,
    suit: null,
    closed: false,
    playing: true,
    turns: 0,
    last_action: null,
    lives: 3,
    status: "in",
    total: null,
    ...parts,
  };
}

export function view(parts: Partial<View> = {}): View {
  const shown = {
    phase: "turn",
    number: 1,
    dealer: 2,
    leader: 0,
    to_act: 0,
    turns: 0,
    table: ["TH", "8S", "7S"],
    talon: 20,
    seats: [seatView(0), seatView(1), seatView(2)],
  } as PublicView;
  const own = { hand: ["9H", "7D", "KC"], value: 10, suit: "C" };
  return { ...decodeView(shown, own, 0, []), refused: {}, ...parts };
}

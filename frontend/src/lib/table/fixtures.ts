/** Small views and happenings for tests. */
import type { Choice, Happening, SeatView, View } from "../api/wire";

export function choice(action: string, value: number | null = null): Choice {
  const [given, taken] = action.replace("!", "").split("x");
  const pair = given !== undefined && taken !== undefined;
  return {
    action,
    number: 0,
    given: pair ? [given] : [],
    taken: pair ? [taken] : [],
    value,
    suit: value === null ? null : "H",
    closes: action === "close" || action.endsWith("!"),
  };
}

export function happening(kind: string, parts: Partial<Happening> = {}): Happening {
  const nothing = { seat: null, action: null, cards: [], given: [], taken: [], reason: null };
  const closes = kind === "close" || (parts.action?.endsWith("!") ?? false);
  return { kind, ...nothing, closes, rule: "R8", ...parts };
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
  return {
    seat: 0,
    phase: "turn",
    number: 1,
    dealer: 2,
    leader: 0,
    to_act: 0,
    turns: 0,
    last_turns: false,
    hand: ["9H", "7D", "KC"],
    value: 10,
    suit: "C",
    table: ["TH", "8S", "7S"],
    talon: 20,
    aside: [],
    seats: [seatView(0), seatView(1), seatView(2)],
    choices: [],
    legal_actions: [],
    refused: {},
    all_closes: false,
    history: [],
    result: null,
    losses: [],
    replayed: false,
    over: false,
    winners: [],
    ...parts,
  };
}

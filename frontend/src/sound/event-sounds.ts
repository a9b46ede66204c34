/** What is heard and felt of what happens: the one place that says so. */
import type { TableEvent, View } from "../api/wire";
import { actsOf, type Act } from "../motion/animation-steps";

export const SOUNDS = ["card", "cards", "chip", "knock", "turn", "water", "win", "tick"] as const;
export type Sound = (typeof SOUNDS)[number];

export interface Heard {
  sound: Sound;
  after: number; // ms
}

const OF_ACT: Record<Act["kind"], Heard> = {
  deal: { sound: "cards", after: 0 },
  exchange: { sound: "card", after: 0 },
  table: { sound: "cards", after: 0 },
  choice: { sound: "cards", after: 0 },
  close: { sound: "knock", after: 120 },
  show: { sound: "cards", after: 0 },
  pay: { sound: "chip", after: 420 },
  swim: { sound: "water", after: 560 },
};
const TURN_AFTER = 260; // ms, when the card before it has landed
const WIN_AFTER = 800;

/** What these events sound like to whoever has this view; the same sound once only. */
export function soundsOf(
  events: readonly TableEvent[],
  view: View,
  { wasMyTurn }: { wasMyTurn: boolean },
): Heard[] {
  const heard = new Map<Sound, Heard>();
  for (const { kind } of actsOf(events, view)) heard.set(OF_ACT[kind].sound, OF_ACT[kind]);
  if (events.length === 0) return [];
  const mine = view.seat !== null && view.to_act === view.seat && !view.over;
  if (mine && !wasMyTurn) heard.set("turn", { sound: "turn", after: TURN_AFTER });
  if (view.over && view.seat !== null && view.winners.includes(view.seat))
    heard.set("win", { sound: "win", after: WIN_AFTER });
  return [...heard.values()].sort((a, b) => a.after - b.after);
}

const BUZZ = 12; // ms
const BETWEEN = 70;

/** The buzz for a move of one's own: once, twice for closing; a pattern of on and off in ms. */
export function buzzOf(events: readonly TableEvent[], view: View): number[] {
  const own = events.filter(({ type, seat }) => type === "action" && seat === view.seat);
  if (view.seat === null || own.length === 0) return [];
  const closed = own.some((event) => actsOf([event], view).some(({ kind }) => kind === "close"));
  return closed ? [BUZZ, BETWEEN, BUZZ] : [BUZZ];
}

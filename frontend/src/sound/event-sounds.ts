/** The sounds and vibrations of events. */
import type { TableEvent, View } from "../api/wire";
import { animationSteps, type AnimationStep } from "../motion/animation-steps";

export const SOUNDS = ["card", "cards", "chip", "knock", "turn", "water", "win", "tick"] as const;
export type Sound = (typeof SOUNDS)[number];

export interface TimedSound {
  sound: Sound;
  delay: number; // ms
}

const STEP_SOUNDS: Record<AnimationStep["kind"], TimedSound> = {
  deal: { sound: "cards", delay: 0 },
  exchange: { sound: "card", delay: 0 },
  table: { sound: "cards", delay: 0 },
  choice: { sound: "cards", delay: 0 },
  close: { sound: "knock", delay: 120 },
  show: { sound: "cards", delay: 0 },
  pay: { sound: "chip", delay: 420 },
  swim: { sound: "water", delay: 560 },
};
const TURN_DELAY = 260; // ms, until the card has landed
const WIN_DELAY = 800;

/** Return the sounds of some events for a view, each at most once. */
export function soundsOf(
  events: readonly TableEvent[],
  view: View,
  { wasMyTurn }: { wasMyTurn: boolean },
): TimedSound[] {
  const sounds = new Map<Sound, TimedSound>();
  for (const { kind } of animationSteps(events, view))
    sounds.set(STEP_SOUNDS[kind].sound, STEP_SOUNDS[kind]);
  if (events.length === 0) return [];
  const myTurn = view.seat !== null && view.to_act === view.seat && !view.over;
  if (myTurn && !wasMyTurn) sounds.set("turn", { sound: "turn", delay: TURN_DELAY });
  if (view.over && view.seat !== null && view.winners.includes(view.seat))
    sounds.set("win", { sound: "win", delay: WIN_DELAY });
  return [...sounds.values()].sort((a, b) => a.delay - b.delay);
}

const BUZZ = 12; // ms
const PAUSE = 70;

/** Return the vibration for the player's own move: one buzz, or two for closing. */
export function vibrationOf(events: readonly TableEvent[], view: View): number[] {
  const own = events.filter(({ type, seat }) => type === "action" && seat === view.seat);
  if (view.seat === null || own.length === 0) return [];
  const closed = own.some((event) =>
    animationSteps([event], view).some(({ kind }) => kind === "close"),
  );
  return closed ? [BUZZ, PAUSE, BUZZ] : [BUZZ];
}

/** Sounds and vibrations of events. */
import type { TableEvent, View } from "../api/wire";
import { animationSteps, type AnimationStep } from "../motion/animation-steps";
import { roundMoments, type MomentKind } from "../moments/moments";

export const SOUNDS = [
  "card",
  "cards",
  "chip",
  "knock",
  "turn",
  "tick",
  "fire",
  "bell",
  "water",
  "under",
  "afloat",
  "win",
] as const;
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

/** Sounds of moments, after those of cards and chips; `own` limits one to the player's moments. */
const MOMENT_SOUNDS: Partial<Record<MomentKind, TimedSound & { own?: true }>> = {
  fire: { sound: "fire", delay: 300 },
  best: { sound: "bell", delay: 300 },
  out: { sound: "under", delay: 680 },
  under: { sound: "under", delay: 680 },
  afloat: { sound: "afloat", delay: 800, own: true },
  win: { sound: "win", delay: 800, own: true },
};

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
  const ended = events.some(({ history }) => history.some(({ kind }) => kind === "end"));
  for (const { kind, seat } of ended ? roundMoments(view, {}) : []) {
    const { sound, delay, own } = MOMENT_SOUNDS[kind] ?? {};
    if (sound && delay !== undefined && (!own || seat === view.seat))
      sounds.set(sound, { sound, delay });
  }
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

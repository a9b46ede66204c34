/** Sound and touch of a table, for those who have asked for them and look at the page. */
import type { TableEvent, View } from "../api/wire";
import { settings } from "../settings/settings.svelte";
import { buzzOf, soundsOf, type Sound } from "./event-sounds";
import { Synth } from "./synth";

const RING = [30, 60, 30]; // ms, on and off

let context: AudioContext | null = null;
let synth: Synth | null = null;

/** To be called when the player does something: browsers make no sound before that. */
export function unlockAudio(): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state !== "running") void context.resume();
}

export function playEventSounds(
  events: readonly TableEvent[],
  view: View,
  before: { wasMyTurn: boolean },
): void {
  if (document.hidden) return;
  if (settings.haptics && "vibrate" in navigator) {
    const buzz = buzzOf(events, view);
    if (buzz.length > 0) navigator.vibrate(buzz);
  }
  const heard = settings.sound && context?.state === "running";
  if (heard) for (const { sound, after } of soundsOf(events, view, before)) play(sound, after);
}

/** One sound at once, wherever the reader looks: their time is running out. */
export function playSound(sound: Sound): void {
  if (settings.haptics && "vibrate" in navigator) navigator.vibrate(RING);
  if (settings.sound) play(sound, 0);
}

function play(sound: Sound, after: number): void {
  if (context?.state !== "running") return;
  synth ??= new Synth(context);
  synth.play(sound, after);
}

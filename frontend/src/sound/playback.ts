/** Playback of a table's sounds and vibrations, if the settings allow. */
import type { TableEvent, View } from "../api/wire";
import { changeSetting, settings } from "../storage/settings.svelte";
import { vibrationOf, soundsOf, type Sound } from "./event-sounds";
import { Synth } from "./synth";

const WARNING_VIBRATION = [30, 60, 30]; // ms, on and off

let context: AudioContext | null = null;
let synth: Synth | null = null;

/** Allow sounds in response to a user action; browsers play none before it. */
export function unlockAudio(): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state !== "running") void context.resume();
}

/** Switch sounds on, in response to a user action, and play one as a sample. */
export async function turnOnSound(): Promise<void> {
  changeSetting("sound", true);
  unlockAudio();
  await context?.resume();
  play("knock", 0);
}

/** Play the sounds and vibrations of events. */
export function playEventSounds(
  events: readonly TableEvent[],
  view: View,
  before: { wasMyTurn: boolean },
): void {
  if (document.hidden) return;
  if (settings.haptics && "vibrate" in navigator) {
    const vibration = vibrationOf(events, view);
    if (vibration.length > 0) navigator.vibrate(vibration);
  }
  const audible = settings.sound && context?.state === "running";
  if (audible) for (const { sound, delay } of soundsOf(events, view, before)) play(sound, delay);
}

/** Play a warning at once, even if the page is hidden. */
export function playSound(sound: Sound): void {
  if (settings.haptics && "vibrate" in navigator) navigator.vibrate(WARNING_VIBRATION);
  if (settings.sound) play(sound, 0);
}

function play(sound: Sound, delay: number): void {
  if (context?.state !== "running") return;
  synth ??= new Synth(context);
  synth.play(sound, delay);
}

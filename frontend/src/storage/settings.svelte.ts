/** Settings of this browser: stored on the device and shared by all its windows. */
import { isObject, parseJson } from "./json";
import { loadText, saveText } from "./storage";

/** Values of each setting; the first is the default. */
export const CHOICES = {
  language: ["system", "en", "de", "nl"],
  theme: ["system", "light", "dark"],
  cards: ["french", "four-colour", "german"],
  letters: ["usual", "JQK", "KDB", "HVB"],
  back: ["waves", "checks", "tendrils", "plain"],
  playOn: ["device", "server"],
  pace: ["relaxed", "quick", "instant"],
  motion: ["system", "off"],
  memory: [true, false],
  confirm: [false, true],
  coach: [true, false],
  sound: [false, true],
  haptics: [false, true],
  handOver: [true, false],
} as const;

export type Settings = { -readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };
export type CardSet = Settings["cards"];
export type Back = Settings["back"];

const choices: { readonly [K in keyof Settings]: readonly Settings[K][] } = CHOICES;

/** Return the values of one setting. */
export const choicesOf = <K extends keyof Settings>(name: K): readonly Settings[K][] =>
  choices[name];

const KEY = "schwimmen.settings";

/** Parse stored settings; anything invalid gets its default. */
export function parseSettings(text: string): Settings {
  const parsed = parseJson(text);
  const stored: Record<string, unknown> = isObject(parsed) ? parsed : {};
  const entries = Object.entries(CHOICES).map(([name, choices]) => {
    const value = stored[name];
    return [name, choices.find((choice) => choice === value) ?? choices[0]];
  });
  return Object.fromEntries(entries) as Settings;
}

export const settings: Settings = $state(parseSettings(loadText(KEY)));

/** Change a setting and store it. */
export function changeSetting<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  saveText(KEY, JSON.stringify(settings));
}

/** Reset all settings to their defaults. */
export function resetSettings(): void {
  Object.assign(settings, parseSettings(""));
  saveText(KEY, JSON.stringify(settings));
}

/** Reload the stored settings. */
export function reloadSettings(): void {
  Object.assign(settings, parseSettings(loadText(KEY)));
}

/** Handle a storage event: reload settings that another window has changed. */
export function syncFromStorage(event: StorageEvent): void {
  if (event.key === KEY) Object.assign(settings, parseSettings(event.newValue ?? ""));
}

/** Whether animations are switched off, here or in the system. */
export const reducedMotion = (): boolean =>
  settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Settings that are shown as choices. */
export type ChoiceName =
  "language" | "theme" | "cards" | "letters" | "back" | "pace" | "playOn" | "motion";
/** Settings that are shown as switches. */
export type SwitchName = "memory" | "confirm" | "coach" | "sound" | "haptics" | "handOver";

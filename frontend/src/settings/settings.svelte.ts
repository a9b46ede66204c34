/** What the reader has chosen for this browser: remembered, and the same in all its windows. */
import { loadText, saveText } from "../storage";

/** What each setting may be; the first is what a newcomer has. */
export const CHOICES = {
  language: ["system", "en", "de", "nl"],
  theme: ["system", "light", "dark"],
  cards: ["french", "four-colour", "german"],
  back: ["waves", "checks", "tendrils", "plain"],
  pace: ["relaxed", "quick", "instant"],
  motion: ["system", "off"],
  memory: [true, false],
  confirm: [false, true],
  sound: [false, true],
  haptics: [false, true],
} as const;

export type Settings = { -readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };
export type CardSet = Settings["cards"];
export type Back = Settings["back"];

const choices: { readonly [K in keyof Settings]: readonly Settings[K][] } = CHOICES;

/** What one setting may be. */
export const choicesOf = <K extends keyof Settings>(name: K): readonly Settings[K][] =>
  choices[name];

const KEY = "schwimmen.settings";

/** The kept text as settings; whatever is not understood is as for a newcomer. */
export function parseSettings(text: string): Settings {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    kept = null;
  }
  const found = typeof kept === "object" && kept !== null ? kept : {};
  const entries = Object.entries(CHOICES).map(([name, choices]) => {
    const value: unknown = Reflect.get(found, name);
    return [name, choices.find((choice) => choice === value) ?? choices[0]];
  });
  return Object.fromEntries(entries) as Settings;
}

export const settings: Settings = $state(parseSettings(loadText(KEY)));

/** Changes a setting and keeps it. */
export function changeSetting<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  saveText(KEY, JSON.stringify(settings));
}

/** All settings as a newcomer has them. */
export function resetSettings(): void {
  Object.assign(settings, parseSettings(""));
  saveText(KEY, JSON.stringify(settings));
}

/** Another window of this browser has changed something. */
export function syncFromStorage(event: StorageEvent): void {
  if (event.key === KEY) Object.assign(settings, parseSettings(event.newValue ?? ""));
}

/** Whether nothing shall move. */
export const reducedMotion = (): boolean =>
  settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The settings by the kind of control they have. */
export type ChoiceName = "language" | "theme" | "cards" | "back" | "pace" | "motion";
export type SwitchName = "memory" | "confirm" | "sound" | "haptics";

/** A command of the replay's keyboard shortcuts. */
export type ReplayCommand =
  | "next"
  | "previous"
  | "nextRound"
  | "previousRound"
  | "toggle"
  | "nextMistake"
  | "previousMistake";

const KEYS: Readonly<Record<string, ReplayCommand>> = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  PageDown: "nextRound",
  PageUp: "previousRound",
  p: "toggle",
  P: "toggle",
  n: "nextMistake",
  N: "nextMistake",
  b: "previousMistake",
  B: "previousMistake",
};

/** Return the command of a key, unless the browser or a field handles the key. */
export function replayCommand(
  event: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">,
  inField: boolean,
): ReplayCommand | null {
  if (inField || event.altKey || event.ctrlKey || event.metaKey) return null;
  return Object.hasOwn(KEYS, event.key) ? (KEYS[event.key] ?? null) : null;
}

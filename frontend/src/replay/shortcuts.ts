/** What keys do while a match is looked at again. */
export type ReplayCommand = "next" | "previous" | "nextRound" | "previousRound" | "toggle";

const KEYS: Readonly<Record<string, ReplayCommand>> = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  PageDown: "nextRound",
  PageUp: "previousRound",
  p: "toggle",
  P: "toggle",
};

/** The command of a key, unless something else is meant by it: a browser's own, or a field's. */
export function replayCommand(
  event: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">,
  inField: boolean,
): ReplayCommand | null {
  if (inField || event.altKey || event.ctrlKey || event.metaKey) return null;
  return Object.hasOwn(KEYS, event.key) ? (KEYS[event.key] ?? null) : null;
}

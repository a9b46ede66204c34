/**
 * Keyboard shortcuts of the table, the same in all languages. They work only while the table has
 * the focus, so that they do not surprise players who type elsewhere (WCAG 2.1.4).
 */
import type { ActionKind } from "../../api/wire";
import type { Side } from "./move-selection";
import type { Direction } from "../../ui/focus";

/** Key of each action, as printed on its button. */
export const KEYS: Record<ActionKind, string> = {
  exchange: "⏎",
  "exchange!": "⇧⏎",
  all: "X",
  "all!": "⇧X",
  pass: "P",
  close: "C",
  renew: "R",
  keep: "K",
  take: "T",
};
/** Key of each action, as written in `aria-keyshortcuts`. */
export const SHORTCUTS: Record<ActionKind, string> = {
  ...KEYS,
  exchange: "Enter",
  "exchange!": "Shift+Enter",
  "all!": "Shift+X",
};
export const HAND_KEYS = ["1", "2", "3", "4"] as const;
export const TABLE_KEYS = ["A", "S", "D", "F"] as const;
export const HINT_KEY = "H";

export type KeyCommand =
  | { does: "choose"; side: Side; index: number }
  | { does: "act"; kind: ActionKind }
  | { does: "go"; to: Direction }
  | { does: "hint" }
  | { does: "cancel" }
  | { does: "help" };

/** Part of a KeyboardEvent that is used. */
export interface Press {
  key: string;
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** Kind of the focused element: Enter on a button presses that button. */
export type Focus = "card" | "button" | "table";

const ARROWS: ReadonlyMap<string, Direction> = new Map([
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
]);
const LETTERS: ReadonlyMap<string, ActionKind> = new Map([
  ["p", "pass"],
  ["c", "close"],
  ["r", "renew"],
  ["k", "keep"],
  ["t", "take"],
]);

function letterCommand(key: string, shift: boolean): KeyCommand | null {
  const index = TABLE_KEYS.findIndex((known) => known.toLowerCase() === key);
  if (index >= 0) return { does: "choose", side: "taken", index };
  if (key === HINT_KEY.toLowerCase()) return { does: "hint" };
  if (key === "x") return { does: "act", kind: shift ? "all!" : "all" };
  const kind = LETTERS.get(key);
  return kind ? { does: "act", kind } : null;
}

/** Return the command of a key, or null; `paired` if both cards of an exchange are selected. */
export function keyCommand(press: Press, focus: Focus, paired: boolean): KeyCommand | null {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = press;
  if (ctrlKey || altKey || metaKey) return null;
  if (key === "Escape") return { does: "cancel" };
  if (key === "?") return { does: "help" };
  const to = ARROWS.get(key);
  if (to) return { does: "go", to };
  if (key === "Enter") {
    if (focus === "button" || (focus === "card" && !paired)) return null;
    return { does: "act", kind: shiftKey ? "exchange!" : "exchange" };
  }
  // By the key's position, too: some keyboards have the digits on the shift level.
  const digit = HAND_KEYS.findIndex((known) => known === key || code === `Digit${known}`);
  if (digit >= 0) return { does: "choose", side: "given", index: digit };
  return letterCommand(key.toLowerCase(), shiftKey);
}

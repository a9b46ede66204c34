/** Colours, signs and sentences of a review. */
import type { ActionKind, Card } from "../../api/wire";
import type { Catalogue } from "../../i18n";
import { actionLabel } from "../../table/hand/move-selection";
import type { Grade } from "schwimmen";

export const GRADES = ["inaccuracy", "mistake", "blunder"] as const satisfies readonly Grade[];

/** Signs of grades in chess notation. */
export const SIGNS: Readonly<Record<Grade, string>> = {
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};

const COLOURS = [
  "light-dark(#1c6480, #74c5de)",
  "light-dark(#a8401f, #f08a63)",
  "light-dark(#3f6b2a, #9ccf7a)",
  "light-dark(#6b3f8f, #c79be8)",
  "light-dark(#806000, #e8c04a)",
  "light-dark(#a3296b, #f291c1)",
  "light-dark(#0d6e63, #63cdbd)",
  "light-dark(#36459c, #9fb0ff)",
  "light-dark(#6b4a2b, #cda67c)",
  "light-dark(#55565a, #b5b6bb)",
] as const;

/** Return the colour of a seat's line. */
export const seatColour = (seat: number): string => COLOURS[seat % COLOURS.length]!;

/** Return an action in words, with its cards in brackets. */
export function actionText(action: string, t: Catalogue): string {
  const [given, taken] = action.replace("!", "").split("x") as [Card, Card | undefined];
  if (taken === undefined) return actionLabel(action as ActionKind, false, t);
  const pair = `[${given}] → [${taken}]`;
  return action.endsWith("!") ? `${pair} ${t.actions.andClose}` : pair;
}

/** Colours, signs and sentences of a review. */
import type { ActionKind } from "../../api/wire";
import type { Catalogue, PlayerName } from "../../i18n";
import { exchanged } from "../../narration/advice";
import type { ReviewTexts } from "../../narration/review-texts";
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

/** Return the name of an action, with its cards in brackets. */
export function actionText(action: string, t: Catalogue): string {
  const pair = exchanged(action);
  if (pair === null) return actionLabel(action as ActionKind, false, t);
  const words = `${pair.given} → ${pair.taken}`;
  return action.endsWith("!") ? `${words} ${t.actions.andClose}` : words;
}

/** Return the sentence that a player has chosen an action, with its cards in brackets. */
export function doneText(action: string, player: PlayerName, { done }: ReviewTexts): string {
  const pair = exchanged(action);
  if (pair === null) return done[action as Exclude<ActionKind, "exchange" | "exchange!">](player);
  return done[action.endsWith("!") ? "exchange!" : "exchange"]({ ...player, ...pair });
}

/**
 * From chosen cards to an action. Nothing here knows the rules: every answer is looked up in the
 * choices that the server sent.
 */
import type { Card, Choice, View } from "../../api/wire";
import type { Catalogue } from "../../i18n";

/** One card of the hand and one of the table, chosen in either order. */
export interface Aim {
  given: Card | null;
  taken: Card | null;
}

export const NO_AIM: Aim = { given: null, taken: null };

/** Choosing a card again lets go of it. */
export function toggled(aim: Aim, side: keyof Aim, card: Card): Aim {
  return { ...aim, [side]: aim[side] === card ? null : card };
}

/** The aim without cards that are no longer there. */
export function stillThere(aim: Aim, view: Pick<View, "hand" | "table">): Aim {
  const given = aim.given !== null && view.hand.includes(aim.given) ? aim.given : null;
  const taken = aim.taken !== null && view.table.includes(aim.taken) ? aim.taken : null;
  return given === aim.given && taken === aim.taken ? aim : { given, taken };
}

const isPair = (choice: Choice, given: Card, taken: Card) =>
  choice.given.length === 1 &&
  choice.taken.length === 1 &&
  choice.given[0] === given &&
  choice.taken[0] === taken;

/** The exchange that both cards stand for, or null. */
export function aimed(choices: readonly Choice[], aim: Aim, closes: boolean): Choice | null {
  const { given, taken } = aim;
  if (given === null || taken === null) return null;
  return choices.find((c) => c.closes === closes && isPair(c, given, taken)) ?? null;
}

/** What the hand would be worth with one card chosen, by each card of the other side. */
export function prospects(choices: readonly Choice[], aim: Aim): Map<Card, Choice> {
  const found = new Map<Card, Choice>();
  if ((aim.given === null) === (aim.taken === null)) return found;
  for (const choice of choices) {
    const [given, taken] = [choice.given[0], choice.taken[0]];
    if (choice.given.length !== 1 || given === undefined || taken === undefined) continue;
    if (choice.closes) continue;
    if (given === aim.given) found.set(taken, choice);
    if (taken === aim.taken) found.set(given, choice);
  }
  return found;
}

export const ACTION_KINDS = [
  "exchange",
  "exchange!",
  "all",
  "all!",
  "pass",
  "close",
  "renew",
  "keep",
  "take",
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** What a button does when pressed: an action to play, or the code of why it cannot. */
export type Offer =
  | { kind: ActionKind; choice: Choice; refused: null }
  | { kind: ActionKind; choice: null; refused: string };

function lookUp(view: View, kind: ActionKind, aim: Aim): Choice | "pair" | null {
  if (kind === "exchange" || kind === "exchange!") {
    const closes = kind === "exchange!";
    const found = aimed(view.choices, aim, closes);
    if (found) return found;
    return view.choices.some((c) => c.given.length === 1 && c.closes === closes) ? "pair" : null;
  }
  return view.choices.find((choice) => choice.action === kind) ?? null;
}

export function offer(view: View, kind: ActionKind, aim: Aim): Offer {
  const found = lookUp(view, kind, aim);
  if (found === "pair") return { kind, choice: null, refused: "pair" };
  if (found) return { kind, choice: found, refused: null };
  return { kind, choice: null, refused: view.refused[kind] ?? "other" };
}

/**
 * The buttons to show: those the variant has at all, so that they keep their places whether it is
 * the player's turn or not. An exchange and its closing form stand in one column.
 */
export function shownKinds(view: View, actions: readonly string[]): ActionKind[][] {
  if (view.phase === "choice" && view.choices.length > 0) return [["keep"], ["take"]];
  const columns: ActionKind[][] = [["exchange", "exchange!"], ["all", "all!"], ["renew"]];
  if (actions.includes("exchange!")) columns.push(["pass", "close"]);
  else columns.push(["pass"], ["close"]);
  return columns
    .map((column) => column.filter((kind) => actions.includes(kind)))
    .filter((column) => column.length > 0);
}

/** What is written on the button of each kind of action. */

/** `allCloses`: exchanging all closes as well just now. */
export function labelOf(kind: ActionKind, allCloses: boolean, t: Catalogue): string {
  if (kind === "exchange!") return t.actions.exchangeClose;
  if (kind === "all!" || (kind === "all" && allCloses)) return t.actions.allClose;
  return t.actions[kind];
}

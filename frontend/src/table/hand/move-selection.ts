/**
 * Actions for selected cards. This module has no rules: it looks up the choices that the server
 * sent.
 */
import type { ActionKind, Card, Choice, View } from "../../api/wire";
import type { Catalogue } from "../../i18n";

/** A hand card and a table card, selected in either order. */
export interface Selection {
  given: Card | null;
  taken: Card | null;
}
export type Side = keyof Selection;

export const NO_SELECTION: Selection = { given: null, taken: null };

/** Select a card, or deselect it if it is selected. */
export function toggleCard(selection: Selection, side: Side, card: Card): Selection {
  return { ...selection, [side]: selection[side] === card ? null : card };
}

/** Deselect cards that are no longer in the hand or on the table. */
export function keepAvailable(selection: Selection, view: Pick<View, "hand" | "table">): Selection {
  const keep = (card: Card | null, cards: readonly Card[]) =>
    card !== null && cards.includes(card) ? card : null;
  const given = keep(selection.given, view.hand);
  const taken = keep(selection.taken, view.table);
  const same = given === selection.given && taken === selection.taken;
  return same ? selection : { given, taken };
}

const isPair = (choice: Choice, given: Card, taken: Card) =>
  choice.given.length === 1 &&
  choice.taken.length === 1 &&
  choice.given[0] === given &&
  choice.taken[0] === taken;

/** Return the exchange of the two selected cards, or null. */
export function selectedExchange(
  choices: readonly Choice[],
  { given, taken }: Selection,
  closes: boolean,
): Choice | null {
  if (given === null || taken === null) return null;
  return choices.find((c) => c.closes === closes && isPair(c, given, taken)) ?? null;
}

/** Return the exchanges with one selected card, by the other card. */
export function possibleExchanges(
  choices: readonly Choice[],
  selection: Selection,
): Map<Card, Choice> {
  const found = new Map<Card, Choice>();
  if ((selection.given === null) === (selection.taken === null)) return found;
  for (const choice of choices) {
    const [given, taken] = [choice.given[0], choice.taken[0]];
    if (choice.given.length !== 1 || given === undefined || taken === undefined) continue;
    if (choice.closes) continue;
    if (given === selection.given) found.set(taken, choice);
    if (taken === selection.taken) found.set(given, choice);
  }
  return found;
}

/** Offer of an action button: a choice to play, or the code of its refusal. */
export type ActionOffer =
  | { kind: ActionKind; choice: Choice; refused: null }
  | { kind: ActionKind; choice: null; refused: string };

function findChoice(view: View, kind: ActionKind, selection: Selection): Choice | "pair" | null {
  if (kind === "exchange" || kind === "exchange!") {
    const closes = kind === "exchange!";
    const found = selectedExchange(view.choices, selection, closes);
    if (found) return found;
    return view.choices.some((c) => c.given.length === 1 && c.closes === closes) ? "pair" : null;
  }
  return view.choices.find((choice) => choice.action === kind) ?? null;
}

/** Return the offer of an action's button for the selected cards. */
export function actionOffer(view: View, kind: ActionKind, selection: Selection): ActionOffer {
  const found = findChoice(view, kind, selection);
  if (found === "pair") return { kind, choice: null, refused: "pair" };
  if (found) return { kind, choice: found, refused: null };
  return { kind, choice: null, refused: view.refused[kind] ?? "other" };
}

/**
 * Return the action buttons in columns: all actions of the variant, so that buttons keep their
 * places whether or not it is the player's turn. An exchange and its closing form share a column.
 */
export function actionColumns(view: View, actions: readonly string[]): ActionKind[][] {
  if (view.phase === "choice" && view.choices.length > 0) return [["keep"], ["take"]];
  const columns: ActionKind[][] = [["exchange", "exchange!"], ["all", "all!"], ["renew"]];
  if (actions.includes("exchange!")) columns.push(["pass", "close"]);
  else columns.push(["pass"], ["close"]);
  return columns
    .map((column) => column.filter((kind) => actions.includes(kind)))
    .filter((column) => column.length > 0);
}

/** Return the label of an action's button; `allCloses` if exchanging all cards also closes. */
export function actionLabel(kind: ActionKind, allCloses: boolean, t: Catalogue): string {
  if (kind === "exchange!") return t.actions.exchangeClose;
  if (kind === "all!" || (kind === "all" && allCloses)) return t.actions.allClose;
  return t.actions[kind];
}

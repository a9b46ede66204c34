/** Advice on a decision in words: what the best action does, and which others are as good. */
import type { Hint, ReviewedAction } from "schwimmen";
import type { ActionKind, Options } from "../api/wire";
import { formatValue } from "../cards/cards";
import { holds, lowestLoses, POINTS } from "../game/conditions";
import { find, type Catalogue } from "../i18n";

/** Value of three cards of one rank (R15). */
const THREE_OF_A_KIND = 30.5;
/** Number of actions as good as the best one that are named. */
const NAMED = 3;

type Outcome = Pick<ReviewedAction, "action" | "handValue" | "closes" | "ends" | "over">;
type Advised = Pick<Hint, "actions" | "onlyMove">;
type Places = Parameters<Catalogue["advice"]["does"]["exchange"]>[0];

/** Return the cards of an exchange of one card, in brackets, or null for another action. */
export function exchanged(action: string): { given: string; taken: string } | null {
  const [given, taken] = action.replace("!", "").split("x");
  return taken === undefined ? null : { given: `[${given}]`, taken: `[${taken}]` };
}

/** Return the name of an action for a list, with the cards of an exchange. */
export function actionName(outcome: Outcome, t: Catalogue): string {
  const pair = exchanged(outcome.action);
  if (pair !== null) return t.advice.exchange({ ...pair, closes: outcome.action.endsWith("!") });
  const kind = kindOf(outcome);
  return kind === "all!" ? t.actions.allClose : (find<string>(t.actions, kind) ?? kind);
}

/** Return sentences that say what an action does: the hand that it leaves, and what follows. */
export function outcomeText(outcome: Outcome, options: Options, t: Catalogue): string {
  const { action, handValue, ends } = outcome;
  const pair = exchanged(action) ?? { given: "", taken: "" };
  const does: string | ((places: Places) => string) = t.advice.does[kindOf(outcome)];
  const hand = ends === "fire" ? "fire" : handValue === THREE_OF_A_KIND ? "three" : "other";
  const places = { ...pair, hand, value: formatValue(handValue ?? 0) } as const;
  const what = typeof does === "string" ? does : does(places);
  const consequence = consequenceOf(outcome, options);
  return consequence === null ? what : `${what} ${t.advice.then[consequence]}`;
}

/** Return the kind of an action, as its text names it: exchanging all may close without a sign. */
function kindOf({ action, closes }: Outcome): ActionKind {
  if (exchanged(action) !== null) return action.endsWith("!") ? "exchange!" : "exchange";
  return action === "all" && closes ? "all!" : (action as ActionKind);
}

/** Return the key of the text that says what follows an action at once, if anything. */
function consequenceOf(
  { closes, ends, over }: Outcome,
  options: Options,
): keyof Catalogue["advice"]["then"] | null {
  if (!over) {
    if (ends === "31") return "grace";
    if (ends === null) return closes ? "playOn" : null;
    return options["close_effect"] === "until_one_open" ? "lastTurn" : "lastTurns";
  }
  if (ends !== "31" && ends !== "fire") return "compared";
  if (holds(POINTS, options)) return "scored";
  if (ends === "fire" && options["fire_penalty"] === "all_others") return "othersLose";
  return lowestLoses(options) ? "lowestLoses" : "allButBestLose";
}

/** Return the sentences of the advice: what the best action does, and how good the others are. */
export function adviceTexts(decision: Advised, options: Options, t: Catalogue): string[] {
  const [best] = decision.actions;
  if (best === undefined) return [];
  const others = othersText(decision, t);
  const does = outcomeText(best, options, t);
  return others === null ? [does] : [does, others];
}

function othersText({ actions: [, ...others], onlyMove }: Advised, t: Catalogue): string | null {
  const asGood = others.filter(({ loss }) => loss === 0);
  if (asGood.length === 0) return onlyMove ? t.advice.onlyMove : null;
  if (asGood.length > 1 && asGood.length === others.length) return t.advice.allAsGood;
  const names = asGood.map((one) => actionName(one, t));
  const more = names.length > NAMED + 1 ? names.splice(NAMED).length : 0;
  if (more > 0) names.push(t.advice.more({ n: more }));
  return t.advice.asGood({ actions: names.join(", ") });
}

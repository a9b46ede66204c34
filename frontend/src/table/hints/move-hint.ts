/** Hint for a decision: the suggested action, and its sentences. */
import type { Hint } from "schwimmen";
import {
  ACTION_KINDS,
  type ActionKind,
  type Choice,
  type Options,
  type View,
} from "../../api/wire";
import type { Catalogue } from "../../i18n";
import { numberFormat } from "../../i18n/number-format";
import { actionLabel } from "../hand/move-selection";

/** Number of actions that a hint compares with the best one. */
const OTHERS = 2;
/** Losses below this are none: they would be rounded to 0. */
const NO_LOSS = 0.05;

/** Return the kind of a choice, which names its button. */
export const kindOf = ({ action, closes }: Choice): ActionKind =>
  ACTION_KINDS.find((kind) => kind === action) ?? (closes ? "exchange!" : "exchange");

/** Return the choice that a hint finds best. */
export const bestChoice = ({ actions: [best] }: Hint, { choices }: View): Choice | null =>
  choices.find(({ action }) => action === best?.action) ?? null;

/** Return the sentences of a hint: the best action with its value, then the values of others. */
export function moveHintTexts(
  hint: Hint,
  view: View,
  options: Options,
  language: string,
  t: Catalogue,
): string[] {
  const isForPoints = options["scoring"] === "points";
  const { mean, rate } = numberFormat(language);
  const points = (n: number) => t.moveHint.points({ n: mean(n).replace("-", "−") });
  const nameOf = (action: string) => {
    const choice = view.choices.find((one) => one.action === action);
    return choice === undefined ? action : choiceText(choice, view, t);
  };
  const [best, ...others] = hint.actions.map(({ action, value, loss }) => ({
    action: nameOf(action),
    value: isForPoints ? points(value) : rate(value),
    equal: loss < NO_LOSS,
  }));
  if (best === undefined) return [];
  const { action, value } = best;
  return [
    t.moveHint.best({
      verdict: hint.onlyMove ? "only" : hint.actions[1]?.loss === 0 ? "close" : "other",
      action,
      value: isForPoints ? t.moveHint.lead({ lead: value }) : t.moveHint.chance({ chance: value }),
    }),
    ...others.slice(0, OTHERS).map((other) => t.moveHint.other(other)),
  ];
}

/** Return the name of a choice in a sentence, with the cards of an exchange. */
function choiceText(choice: Choice, view: View, t: Catalogue): string {
  const kind = kindOf(choice);
  if (kind !== "exchange" && kind !== "exchange!") return actionLabel(kind, view.all_closes, t);
  const { given, taken, closes } = choice;
  return t.moveHint.exchange({ given: `[${given[0]}]`, taken: `[${taken[0]}]`, closes });
}

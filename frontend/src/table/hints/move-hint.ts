/** Hint for a decision: the suggested action, and its sentences. */
import type { Hint } from "schwimmen";
import {
  ACTION_KINDS,
  type ActionKind,
  type Choice,
  type Options,
  type View,
} from "../../api/wire";
import { holds, POINTS } from "../../game/conditions";
import type { Catalogue } from "../../i18n";
import { numberFormat } from "../../i18n/number-format";
import { actionName, adviceTexts } from "../../narration/advice";

/** Number of worse actions that the numbers of a hint compare with the best one. */
const WORSE = 2;

/** Sentences of a hint: what it advises, and on request the values of some actions. */
export interface MoveHintTexts {
  sentences: string[];
  numbers: string[];
}

/** Return the kind of a choice, which names its button. */
export const kindOf = ({ action, closes }: Choice): ActionKind =>
  ACTION_KINDS.find((kind) => kind === action) ?? (closes ? "exchange!" : "exchange");

/** Return the choice that a hint finds best. */
export const bestChoice = ({ actions: [best] }: Hint, { choices }: View): Choice | null =>
  choices.find(({ action }) => action === best?.action) ?? null;

/** Return the texts of a hint. */
export function moveHintTexts(
  hint: Hint,
  options: Options,
  language: string,
  t: Catalogue,
): MoveHintTexts {
  const isForPoints = holds(POINTS, options);
  const { mean, rate } = numberFormat(language);
  const format = (value: number) => (isForPoints ? mean(value).replace("-", "−") : rate(value));
  const [best, ...others] = hint.actions;
  const worse = others.filter(({ loss }) => loss > 0).slice(0, WORSE);
  const first = isForPoints ? t.moveHint.lead : t.moveHint.chance;
  const numbers = [...(best === undefined ? [] : [best]), ...worse].map((one, place) => {
    const text = place === 0 ? first : t.moveHint.worth;
    return text({ action: actionName(one, t), value: format(one.value) });
  });
  return { sentences: adviceTexts(hint, options, t), numbers: [numbers.join(" ")] };
}

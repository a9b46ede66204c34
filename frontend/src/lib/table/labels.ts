/** What is written on the button of each kind of action. */
import type { Catalogue } from "../i18n";
import type { ActionKind } from "./choosing";

/** `allCloses`: exchanging all closes as well just now. */
export function labelOf(kind: ActionKind, allCloses: boolean, t: Catalogue): string {
  if (kind === "exchange!") return t.actions.exchangeClose;
  if (kind === "all!" || (kind === "all" && allCloses)) return t.actions.allClose;
  return t.actions[kind];
}

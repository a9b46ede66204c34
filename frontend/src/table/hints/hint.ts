/** Hints of a first match, with their situations and texts. */
import type { Options, View } from "../../api/wire";
import { type Catalogue, find, type PlayerName } from "../../i18n";
import { hasChicken } from "../../game/conditions";

export const HINTS = ["choice", "close", "loss"] as const;
export type HintId = (typeof HINTS)[number];

/** Return the hint for a player's present situation, if any. */
export function hintFor(view: View): HintId | null {
  if (view.phase === "choice") return view.to_act === view.seat ? "choice" : null;
  if (view.phase === "over")
    return !view.over && (view.result?.lost ?? []).some((lives) => (lives ?? 0) > 0)
      ? "loss"
      : null;
  return view.seats.some(({ closed }) => closed) ? "close" : null;
}

/** Return the text of a hint under a table's rules. */
export function hintText(
  id: HintId,
  view: View,
  options: Options,
  playerName: (seat: number) => PlayerName,
  t: Catalogue,
): string {
  if (id === "choice") return t.hints.choice;
  if (id === "loss") {
    const loss = find(t.hints.loss, String(options["last_chance"])) ?? "";
    return typeof loss === "string" ? loss : loss({ dutch: hasChicken(options) });
  }
  const closer = view.seats.find(({ closed }) => closed)?.seat ?? 0;
  return find(t.hints.close, String(options["close_effect"]))?.(playerName(closer)) ?? "";
}

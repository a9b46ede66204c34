/** Lines of the coach in a first match, with their situations and texts. */
import type { Options, View } from "../../api/wire";
import { type Catalogue, find, type PlayerName } from "../../i18n";
import { hasChicken } from "../../game/conditions";

export const COACH_LINES = ["choice", "close", "loss"] as const;
export type CoachLine = (typeof COACH_LINES)[number];

/** Return the line for a player's present situation, if any. */
export function coachLineFor(view: View): CoachLine | null {
  if (view.phase === "choice") return view.to_act === view.seat ? "choice" : null;
  if (view.phase === "over")
    return !view.over && (view.result?.lost ?? []).some((lives) => (lives ?? 0) > 0)
      ? "loss"
      : null;
  return view.seats.some(({ closed }) => closed) ? "close" : null;
}

/** Return the text of a line under a table's rules. */
export function coachText(
  id: CoachLine,
  view: View,
  options: Options,
  playerName: (seat: number) => PlayerName,
  t: Catalogue,
): string {
  if (id === "choice") return t.coach.choice;
  if (id === "loss") {
    const loss = find(t.coach.loss, String(options["last_chance"])) ?? "";
    return typeof loss === "string" ? loss : loss({ dutch: hasChicken(options) });
  }
  const closer = view.seats.find(({ closed }) => closed)?.seat ?? 0;
  return find(t.coach.close, String(options["close_effect"]))?.(playerName(closer)) ?? "";
}

/** Finished matches on the device as challenges. */
import type { Game } from "schwimmen";
import type { Challengeable } from "../api";
import { placings } from "../storage/table-row";
import type { DeviceTable } from "./device-table";
import { OWN_SEAT } from "./log";

/** Return a finished match as a challenge; null before its end, or if its chance had no seed. */
export function challengeableOf(
  game: Game,
  { match, created, round }: DeviceTable,
  hints: number,
): Challengeable | null {
  const { seed, challenge = null, rules_version: rulesVersion, preset, options = {} } = created;
  if (!match.over || seed === undefined || created.what_if) return null;
  const { result, luck } = game.dealLuck(match, OWN_SEAT);
  const { lives, totals } = match;
  const opponents = created.seats.flatMap(({ name, level }) =>
    level === undefined ? [] : [{ name, level }],
  );
  const attempt = {
    name: created.seats[OWN_SEAT]?.name ?? "",
    place: placings(match)[OWN_SEAT] ?? 1,
    rounds: round,
    left: (totals ?? lives)?.[OWN_SEAT] ?? 0,
    hints,
    withoutLuck: result - luck,
  };
  return { rulesVersion, game: { preset, options, opponents }, seed, challenge, attempt };
}

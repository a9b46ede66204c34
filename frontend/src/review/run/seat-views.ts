/** A seat's views of a round, derived from the record of its match. */
import type { MatchRecord } from "schwimmen";
import { decodeView } from "../../api/decode";
import type { View } from "../../api/wire";
import { playLog } from "../../device/table/log";
import { logOf } from "../../device/archive/record-file";
import { viewParts } from "../../device/table/wire-view";
import { loadEngine } from "../../replay/engine";

/** Return a seat's views of a round, counted from 1: after the deal and after every action. */
export async function seatViews(record: MatchRecord, round: number, seat: number): Promise<View[]> {
  const game = await loadEngine();
  const log = logOf(game, game.fromRecord(record), "");
  const views: View[] = [];
  let rounds = 0;
  for (const { event, match } of playLog(game, log)) {
    if (event.type === "round") rounds += 1;
    if (rounds > round) break;
    if (rounds < round) continue;
    const { view, own, history } = viewParts(match, seat);
    views.push(decodeView(view, own, seat, history));
  }
  return views;
}

/** List of matches on the server and on this device. */
import type { TableSummary } from "../../api/wire";

const began = ({ started }: TableSummary): number => Date.parse(started);

/**
 * Return the matches of both in one list, newest first.
 *
 * Unless the server's list has `ended`, matches of the device that are older than its last one are
 * omitted: they follow with the server's next page. Matches that are in both are shown once: a page
 * may be left after the server has stored a match and before the device knows.
 */
export function mergedMatches(
  server: readonly TableSummary[],
  here: readonly TableSummary[],
  { ended }: { ended: boolean },
): TableSummary[] {
  const last = server.at(-1);
  const from = ended || last === undefined ? -Infinity : began(last);
  const handedOver = new Set(server.filter(({ device }) => device).map(began));
  const shown = here.filter((table) => began(table) >= from && !handedOver.has(began(table)));
  return [...server, ...shown].sort((one, other) => began(other) - began(one));
}

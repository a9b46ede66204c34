/** Lists of this device's tables, without the engine. */
import type { TableSummary } from "../../api/wire";
import { mergedMatches } from "./merged-matches";
import { Store, type TableRow } from "./store";
import { canPlayHere } from "../support";
import { summaryOf } from "./table-row";

let opened: Promise<Store> | null = null;

/** Return the database, opened once; after a failure the next call tries again. */
export function openStore(): Promise<Store> {
  opened ??= Store.open();
  opened.catch(() => (opened = null));
  return opened;
}

/** Return the rows of all tables, newest first; an empty list if this browser stores none. */
async function rows(): Promise<TableRow[]> {
  if (!canPlayHere()) return [];
  try {
    return await (await openStore()).tables();
  } catch {
    return [];
  }
}

/**
 * Return the tables of the device, newest first, with those handed over to the server only if it is
 * `offline`.
 */
export const ownTables = async ({ offline }: { offline: boolean }): Promise<TableSummary[]> =>
  (await rows())
    .filter(({ handedOver }) => offline || handedOver === null || handedOver === "refused")
    .map(summaryOf);

/** Return the server's tables, null if it does not respond, together with the device's. */
export const withOwnTables = async (server: TableSummary[] | null): Promise<TableSummary[]> =>
  mergedMatches(server ?? [], await ownTables({ offline: server === null }), { ended: true });

/** Delete a table of the device. */
export const deleteOwnTable = async (id: string): Promise<void> => (await openStore()).delete(id);

/** Delete all tables of the device, the reviews of matches, and own puzzles with all progress. */
export async function deleteOwnTables(): Promise<void> {
  if (canPlayHere()) await (await openStore()).clear();
  await (await import("./review-store")).deleteReviews();
  await (await import("../puzzles/own-store")).clearPuzzles().catch(() => undefined);
}

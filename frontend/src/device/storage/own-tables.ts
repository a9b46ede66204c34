/** The tables of this device, as far as the page needs no engine for them. */
import type { TableSummary } from "../../api/wire";
import { mergedMatches } from "./merged-matches";
import { Store, type TableRow } from "./store";
import { canPlayHere } from "../support";
import { summaryOf } from "./table-row";

let opened: Promise<Store> | null = null;

/** Return the database; what has failed is tried again. */
export function openStore(): Promise<Store> {
  opened ??= Store.open();
  opened.catch(() => (opened = null));
  return opened;
}

/** Return the rows of all tables, newest first; none where nothing can be stored. */
async function rows(): Promise<TableRow[]> {
  if (!canPlayHere()) return [];
  try {
    return await (await openStore()).tables();
  } catch {
    return [];
  }
}

/**
 * Return the tables of the device, newest first. Tables that the server has taken over are in its
 * own list, unless it is `offline`.
 */
export const ownTables = async ({ offline }: { offline: boolean }): Promise<TableSummary[]> =>
  (await rows())
    .filter(({ handedOver }) => offline || handedOver === null || handedOver === "refused")
    .map(summaryOf);

/** Return the tables of the server, or null while it does not respond, with those of the device. */
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

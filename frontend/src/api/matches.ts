/** Requests for the player's matches, on the server and on this device, and for what was played. */
import { isDeviceTable } from "./table-id";
import { onDevice, request } from "./http";
import type { Replay, Story, TableSummary } from "./wire";

/** Return the player's own tables, newest first, beginning after the table `before`. */
export function getMatches(limit: number, before?: string): Promise<TableSummary[]> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (before !== undefined) query.set("before", before);
  return request(`/api/tables?${query}`);
}

export const getStory = async (id: string): Promise<Story> =>
  isDeviceTable(id)
    ? (await onDevice()).story(id)
    : request(`/api/tables/${encodeURIComponent(id)}/story`);
export const getReplay = async (id: string, round: number): Promise<Replay> =>
  isDeviceTable(id)
    ? (await onDevice()).replay(id, round)
    : request(`/api/tables/${encodeURIComponent(id)}/replay?round=${round}`);
export const getRecord = async (id: string): Promise<object> =>
  isDeviceTable(id) ? (await onDevice()).record(id) : request(recordPath(id));

export const recordPath = (id: string) => `/api/tables/${encodeURIComponent(id)}/record`;

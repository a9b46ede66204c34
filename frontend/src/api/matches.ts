/** Requests for the player's matches on the server, with their stories, replays and records. */
import { request } from "./http";
import type { Replay, Story, TableSummary } from "./wire";

/** Return the player's own tables, newest first, beginning after the table `before`. */
export function getMatches(limit: number, before?: string): Promise<TableSummary[]> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (before !== undefined) query.set("before", before);
  return request(`/api/tables?${query}`);
}

const pathOf = (id: string) => `/api/tables/${encodeURIComponent(id)}`;
export const recordPath = (id: string) => `${pathOf(id)}/record`;

export const getServerStory = (id: string) => request<Story>(`${pathOf(id)}/story`);
export const getServerReplay = (id: string, round: number) =>
  request<Replay>(`${pathOf(id)}/replay?round=${round}`);
export const getServerRecord = (id: string) => request<object>(recordPath(id));

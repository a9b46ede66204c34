/** What the server knows of people, and matches that are over. */
import { post, put, request } from "./http";
import type { Forgotten, Leaderboard, Me, Recovered, Recovery, Replay, TableSummary } from "./wire";

export const getMe = () => request<Me>("/api/me");
export const putName = (name: string) => request<Me>("/api/me", put({ name }));
export const deleteMe = () => request<Forgotten>("/api/me", { method: "DELETE" });
export const postSignOut = () => request<Me>("/api/me/sign-out", post({}));
export const postSignOutOthers = () => request<Me>("/api/me/sign-out-others", post({}));
export const postRecovery = () => request<Recovery>("/api/me/recovery", post({}));
export const postRecover = (token: string, sure: boolean) =>
  request<Recovered>("/api/me/recover", post({ token, sure }));

export const getLeaderboard = (variant: string) =>
  request<Leaderboard>(`/api/leaderboard?${new URLSearchParams({ variant })}`);

/** The own tables, newest first, from the one after `before` on. */
export function getMatches(limit: number, before?: string): Promise<TableSummary[]> {
  const query = new URLSearchParams({ limit: String(limit) });
  if (before !== undefined) query.set("before", before);
  return request(`/api/tables?${query}`);
}

export const getReplay = (id: string, round: number) =>
  request<Replay>(`/api/tables/${encodeURIComponent(id)}/replay?round=${round}`);
export const getRecord = (id: string) =>
  request<object>(`/api/tables/${encodeURIComponent(id)}/record`);

/** Requests for the player's statistics on the server. */
import { besidePage } from "../site";
import { REPLAY_TIMEOUT, request } from "./http";
import type { MatchHistory, Statistics } from "./wire";

/** The matches that statistics cover; an empty string means all. */
export interface StatisticsFilter {
  variant: string;
  players: string;
}

const queryOf = (filter: StatisticsFilter) =>
  Object.entries(filter).filter(([, value]) => value !== "");
export const getStatistics = (filter: StatisticsFilter) =>
  request<Statistics>(
    `/api/statistics?${new URLSearchParams(queryOf(filter))}`,
    {},
    REPLAY_TIMEOUT,
  );
/** Return the facts of the player's matches, newest first, beginning before the table `before`. */
export function getPlayedMatches(before?: string): Promise<MatchHistory> {
  const query = before === undefined ? "" : `?${new URLSearchParams({ before })}`;
  return request(`/api/statistics/matches${query}`, {}, REPLAY_TIMEOUT);
}
export const csvAddress = (rows: "matches" | "rounds", filter: StatisticsFilter) =>
  besidePage(`/api/statistics.csv?${new URLSearchParams([["rows", rows], ...queryOf(filter)])}`);

/** Requests for tables with other people. */
import { post, request } from "./http";
import type { Lobby, NewSharedTable, QuickMatch, TableCreated } from "./wire";

export const getLobby = () => request<Lobby>("/api/lobby");
export const postQuick = (match: QuickMatch) =>
  request<TableCreated>("/api/lobby/quick", post(match));
export const postShared = (table: NewSharedTable) =>
  request<TableCreated>("/api/tables/shared", post(table));

/** The server's HTTP interface. Every failure is an Error with one line for the player. */
import type {
  ErrorDetails,
  Lobby,
  NewSharedTable,
  NewTable,
  QuickMatch,
  RulesResponse,
  RulesRequest,
  Setup,
  Statistics,
  TableInfo,
  TableCreated,
  TableSummary,
  ErasureResult,
  Leaderboard,
  Me,
  RecoverResponse,
  Recovery,
  Replay,
} from "./wire";

export class ApiError extends Error {
  /** `status` is 0 when the server could not be reached at all; `details` depend on the code. */
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }
}

function told(body: unknown): { code: string; message: string; details: ErrorDetails } | null {
  if (typeof body !== "object" || body === null || !("error" in body)) return null;
  const { error } = body;
  if (typeof error !== "object" || error === null) return null;
  if (!("code" in error && "message" in error)) return null;
  const details = "details" in error && typeof error.details === "object" ? error.details : {};
  return {
    code: String(error.code),
    message: String(error.message),
    details: { ...details },
  };
}

/** Milliseconds until a server that says nothing counts as one that cannot be reached. */
const PATIENCE = 15_000;
/** Where many matches may have to be played again first. */
const MUCH_PATIENCE = 120_000;

export async function request<T>(
  path: string,
  init: RequestInit = {},
  patience = PATIENCE,
): Promise<T> {
  const unreachable = new ApiError("", 0, "unreachable");
  const signal = AbortSignal.timeout(patience);
  let response: Response;
  try {
    response = await fetch(path, { credentials: "same-origin", signal, ...init });
  } catch {
    throw unreachable;
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body === null) throw unreachable; // broken off half-way
  if (response.ok) return body as T;
  const error = told(body);
  throw new ApiError(
    error?.message ?? `${response.status} ${response.statusText}`,
    response.status,
    error?.code ?? "unknown",
    error?.details,
  );
}

export const getSetup = () => request<Setup>("/api/setup");
export const getTables = () => request<TableSummary[]>("/api/tables");
export const getTable = (id: string) => request<TableInfo>(`/api/tables/${encodeURIComponent(id)}`);

const sent =
  (method: string) =>
  (body: object): RequestInit => ({
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
export const post = sent("POST");
export const put = sent("PUT");

export const postTable = (table: NewTable) => request<TableCreated>("/api/tables", post(table));
export const postShared = (table: NewSharedTable) =>
  request<TableCreated>("/api/tables/shared", post(table));
export const getLobby = () => request<Lobby>("/api/lobby");
export const postQuick = (wanted: QuickMatch) =>
  request<TableCreated>("/api/lobby/quick", post(wanted));
export const postRules = (rules: RulesRequest) => request<RulesResponse>("/api/rules", post(rules));

export const recordPath = (id: string) => `/api/tables/${encodeURIComponent(id)}/record`;
/** A picture of the table's address, to be scanned. */
export const qrPath = (id: string) => `/api/tables/${encodeURIComponent(id)}/qr.svg`;

export function socketAddress(id: string, at: Pick<Location, "protocol" | "host">): string {
  const scheme = at.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${at.host}/api/tables/${encodeURIComponent(id)}/ws`;
}

/** Which matches figures are about; empty is all. */
export interface StatisticsAsked {
  variant: string;
  players: string;
}

const chosen = (asked: StatisticsAsked) =>
  Object.entries(asked).filter(([, value]) => value !== "");
export const getStatistics = (asked: StatisticsAsked) =>
  request<Statistics>(`/api/statistics?${new URLSearchParams(chosen(asked))}`, {}, MUCH_PATIENCE);
export const csvPath = (rows: "matches" | "rounds", asked: StatisticsAsked) =>
  `/api/statistics.csv?${new URLSearchParams([["rows", rows], ...chosen(asked)])}`;

/** What the server knows of people, and matches that are over. */

export const getMe = () => request<Me>("/api/me");
export const putName = (name: string) => request<Me>("/api/me", put({ name }));
export const deleteMe = () => request<ErasureResult>("/api/me", { method: "DELETE" });
export const postSignOut = () => request<Me>("/api/me/sign-out", post({}));
export const postSignOutOthers = () => request<Me>("/api/me/sign-out-others", post({}));
export const postRecovery = () => request<Recovery>("/api/me/recovery", post({}));
export const postRecover = (token: string, sure: boolean) =>
  request<RecoverResponse>("/api/me/recover", post({ token, sure }));

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
export const getRecord = (id: string) => request<object>(recordPath(id));

/** Client of the server's HTTP interface. Every failure is an ApiError with one line for the player. */
import { BASE, besidePage, SITE } from "../site";
import type { engineStatus } from "./engine-status.svelte";
import type {
  Daily,
  DailyCalendarDay,
  DailyDay,
  DailyShared,
  ErrorDetails,
  NewDailyTable,
  NewDeviceTable,
  NewTable,
  RulesResponse,
  RulesRequest,
  Setup,
  OwnTable,
  TableCreated,
  TableSummary,
} from "./wire";

/** An error of the server, or of the connection to it. */
export class ApiError extends Error {
  /** `status` is 0 if the server could not be reached; `details` depend on `code`. */
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }
}

function parseError(
  body: unknown,
): { code: string; message: string; details: ErrorDetails } | null {
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

/** Time limit of a request, in milliseconds. */
const TIMEOUT = 15_000;
/** Time limit of a request for which the server may have to replay many matches. */
export const REPLAY_TIMEOUT = 120_000;

/** Import of the module that repeats requests while the server prepares its engine. */
type EngineWait = () => Promise<{ engineStatus: Pick<typeof engineStatus, "retry"> }>;

let loadWait: EngineWait = () => import("./engine-status.svelte");

/** Replace the module that waits for the engine, by one that also shows a note on the page. */
export const setEngineWait = (load: EngineWait): void => void (loadWait = load);

/**
 * Run an attempt that needs the server's engine; repeat it while the engine is being prepared,
 * until the reader leaves the page or the signal is aborted.
 */
export async function whenReady<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const place = () => globalThis.location?.pathname;
  const here = place();
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError && error.code.startsWith("engine_"))) throw error;
    const { engineStatus } = await loadWait();
    return engineStatus.retry(error, attempt, () => place() === here && !signal?.aborted);
  }
}

/**
 * Send a request, again while the engine is prepared; return the JSON or throw an ApiError. `path`
 * is from the page's folder; a file of the build has an address with scheme and host.
 */
export const request = <T>(path: string, init?: RequestInit, timeout?: number): Promise<T> =>
  whenReady(() => requestOnce<T>(path, init, timeout));

async function requestOnce<T>(path: string, init: RequestInit = {}, timeout = TIMEOUT): Promise<T> {
  const unreachable = new ApiError("", 0, "unreachable");
  if (SITE && path.startsWith("/api/")) throw unreachable;
  const signal = AbortSignal.timeout(timeout);
  let response: Response;
  try {
    response = await fetch(path.startsWith("/") ? besidePage(path) : path, {
      credentials: "same-origin",
      signal,
      ...init,
    });
  } catch {
    throw unreachable;
  }
  if (!response.ok) throw await errorOf(response);
  const body: unknown = await response.json().catch(() => null);
  if (body === null) throw unreachable; // the connection broke off
  return body as T;
}

/** Return the error in a response. */
export async function errorOf(response: Response): Promise<ApiError> {
  const error = parseError(await response.json().catch(() => null));
  return new ApiError(
    error?.message ?? `${response.status} ${response.statusText}`,
    response.status,
    error?.code ?? "unknown",
    error?.details,
  );
}

export const getSetup = () => request<Setup>("/api/setup");

/** Return the player's tables on the server. */
export const getServerTables = () => request<TableSummary[]>("/api/tables");

/** Fields of a seat that the server leaves out if they are null. */
const ABSENT = { face: null, profile: null };

/** Return a table of the server, with the fields of seats that it leaves out. */
export async function getServerTable(id: string): Promise<OwnTable> {
  const table = await request<OwnTable>(`/api/tables/${encodeURIComponent(id)}`);
  const seats = table.seats.map((seat) => ({ ...ABSENT, ...seat }));
  return { ...table, seats };
}

const withBody =
  (method: string) =>
  (body: object): RequestInit => ({
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
export const post = withBody("POST");
export const put = withBody("PUT");

export const postTable = (table: NewTable) => request<TableCreated>("/api/tables", post(table));
/** Hand over a match that was played on this device, without waiting for the engine. */
export const postDeviceMatch = (match: NewDeviceTable) =>
  requestOnce<TableCreated>("/api/tables/device", post(match), REPLAY_TIMEOUT);
export const postRules = (rules: RulesRequest) => request<RulesResponse>("/api/rules", post(rules));

/** Ask the server whether it accepts what this page does; it throws the refusal. */
export const postConnection = () => request<unknown>("/api/connection", { method: "POST" });

/** Return the address of a QR code that leads to a table. */
export const qrAddress = (id: string) => besidePage(`/api/tables/${encodeURIComponent(id)}/qr.svg`);

/** Return the address of a table's WebSocket. */
export function socketAddress(
  id: string,
  { protocol, host }: Pick<Location, "protocol" | "host">,
  base = BASE,
): string {
  const scheme = protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${host}${base}/api/tables/${encodeURIComponent(id)}/ws`;
}

export const getDaily = () => request<Daily>("/api/daily");
export const postDaily = (deal: NewDailyTable) => request<TableCreated>("/api/daily", post(deal));
export const postDailyLine = (line: string) =>
  request<DailyShared>("/api/daily/line", post({ line }));
export const getDailyCalendar = () => request<DailyCalendarDay[]>("/api/daily/calendar");
/** Return the deals of an earlier date. */
export const getDailyPast = (date: string) =>
  request<DailyDay>(`/api/daily/past?${new URLSearchParams({ date })}`);

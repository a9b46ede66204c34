/** The server's HTTP interface. Every failure is an Error with one line for the player. */
import type {
  NewTable,
  Options,
  RulesAnswer,
  Setup,
  TableInfo,
  TableMade,
  TableSummary,
} from "./wire";

export class ApiError extends Error {
  /** `status` is 0 when the server could not be reached at all. */
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
  ) {
    super(message);
  }
}

function told(body: unknown): { code: string; message: string } | null {
  if (typeof body !== "object" || body === null || !("error" in body)) return null;
  const { error } = body;
  if (typeof error !== "object" || error === null) return null;
  if (!("code" in error && "message" in error)) return null;
  return { code: String(error.code), message: String(error.message) };
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...init });
  } catch {
    throw new ApiError("", 0, "unreachable");
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as T;
  const error = told(body);
  throw new ApiError(
    error?.message ?? `${response.status} ${response.statusText}`,
    response.status,
    error?.code ?? "unknown",
  );
}

export const getSetup = () => request<Setup>("/api/setup");
export const getTables = () => request<TableSummary[]>("/api/tables");
export const getTable = (id: string) => request<TableInfo>(`/api/tables/${encodeURIComponent(id)}`);

const posted = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export const postTable = (table: NewTable) => request<TableMade>("/api/tables", posted(table));

/** The whole set of options of a variant with house rules. */
export const postRules = (preset: string, options: Options) =>
  request<RulesAnswer>("/api/rules", posted({ preset, options }));

export const recordPath = (id: string) => `/api/tables/${encodeURIComponent(id)}/record`;

export function socketAddress(id: string, at: Pick<Location, "protocol" | "host">): string {
  const scheme = at.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${at.host}/api/tables/${encodeURIComponent(id)}/ws`;
}

/** Texts about errors and refusals of the server. */
import { ApiError, postConnection } from "./http";
import { find, t } from "../i18n";
import type { ErrorDetails, Refused } from "./wire";

/** Describe an error in the reader's language, or with the server's own message. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError && error.status > 0
    ? (find(t.start.problems, error.code) ??
      deviceProblem(error.code) ??
      dailyProblem(error.code, error.details) ??
      error.message)
    : t.start.unreachable;

/** Refusals that a wrong address or a wrong setting of the server causes. */
const LASTING: readonly string[] = ["wrong_host", "wrong_origin"];

/** Describe why a WebSocket does not open, or return null if the server does not answer either. */
export async function socketProblem(): Promise<string | null> {
  try {
    await postConnection();
    return t.start.problems.upgrade_required;
  } catch (error) {
    if (!(error instanceof ApiError)) return null;
    if (error.code === "unavailable") return t.connection.paused;
    return LASTING.includes(error.code) ? errorText(error) : null;
  }
}

/** Describe an error of tables on the device; undefined until all texts have been loaded. */
function deviceProblem(code: string): string | undefined {
  const texts: typeof t.device | undefined = t.device;
  return texts && (find(texts.problems, code) ?? find(t.connection.closed, code));
}

/** Describe a refusal at a table with other people; undefined until all texts have been loaded. */
function peopleProblem(code: string): string | undefined {
  const texts: typeof t.people | undefined = t.people;
  return texts && find(texts.refused, code);
}

/** Describe a refusal of the deal of the day; undefined until all texts have been loaded. */
function dailyProblem(code: string, { until }: ErrorDetails): string | undefined {
  const texts: typeof t.daily | undefined = t.daily;
  if (!texts || code !== "daily_hidden" || typeof until !== "string")
    return texts && find(texts.problems, code);
  const format = new Intl.DateTimeFormat(t.locale, { dateStyle: "medium", timeStyle: "short" });
  return texts.hidden({ time: format.format(new Date(until)) });
}

/** Describe an error on the pages about profiles and matches. */
export const profileErrorText = (error: unknown): string =>
  (error instanceof ApiError ? find<string>(t.players.problems, error.code) : undefined) ??
  errorText(error);

/** Describe an error about friends, blocked players or invitations. */
export const contactErrorText = (error: unknown): string =>
  (error instanceof ApiError
    ? (find<string>(t.contacts.problems, error.code) ?? find(t.people.refused, error.code))
    : undefined) ?? errorText(error);

/** Describe the refusal of a command; `reason` is set if a move is illegal. */
export function refusalText({ reason, code, message, details = {} }: Refused): string {
  if (reason !== null) return find(t.refused, reason) ?? t.refused.other;
  return (
    peopleProblem(code) ??
    find(t.start.problems, code) ??
    deviceProblem(code) ??
    dailyProblem(code, details) ??
    message
  );
}

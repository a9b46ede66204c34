/** Texts about errors and refusals of the server. */
import { ApiError } from "../api/http";
import { find, t } from ".";
import type { Refused } from "../api/wire";

/** Describe an error in the reader's language, or with the server's own message. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError && error.status > 0
    ? (find(t.start.problems, error.code) ?? error.message)
    : t.start.unreachable;

/** Describe an error on the pages about profiles and matches. */
export const profileErrorText = (error: unknown): string =>
  (error instanceof ApiError ? find<string>(t.players.problems, error.code) : undefined) ??
  errorText(error);

/** Describe the refusal of a command; `reason` is set if a move is illegal. */
export function refusalText({ reason, code, message }: Refused): string {
  if (reason !== null) return find(t.refused, reason) ?? t.refused.other;
  return find(t.people.refused, code) ?? find(t.start.problems, code) ?? message;
}

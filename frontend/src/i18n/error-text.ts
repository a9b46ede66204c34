import { ApiError } from "../api/http";
import { find, t } from ".";
import type { Refused } from "../api/wire";

/** Why the server does not do it: in the reader's language, else in the server's words. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError && error.status > 0
    ? (find(t.start.problems, error.code) ?? error.message)
    : t.start.unreachable;

/** Why the server does not do it, in the words of pages about people and their matches. */
export const profileErrorText = (error: unknown): string =>
  (error instanceof ApiError ? find<string>(t.players.problems, error.code) : undefined) ??
  errorText(error);

/** Why the server did not take a message, in words. */

/** In the reader's language, else as the server says it; a reason is why a move is illegal. */
export function refusalText({ reason, code, message }: Refused): string {
  if (reason !== null) return find(t.refused, reason) ?? t.refused.other;
  return find(t.people.refused, code) ?? find(t.start.problems, code) ?? message;
}

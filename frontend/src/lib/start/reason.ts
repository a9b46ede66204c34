import { ApiError } from "../api/http";
import { find, t } from "../i18n";

/** Why the server does not do it: in the reader's language, else in the server's words. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status > 0
    ? (find(t.start.problems, error.code) ?? error.message)
    : t.start.unreachable;

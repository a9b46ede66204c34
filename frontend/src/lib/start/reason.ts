import { ApiError } from "../api/http";
import { t } from "../i18n";

/** Why the server does not do it, in one line. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.message ? error.message : t.start.unreachable;

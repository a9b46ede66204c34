import { ApiError } from "../api/http";
import { find, t } from "../i18n";
import { reasonOf } from "../start/reason";

/** Why the server does not do it, in the words of pages about people and their matches. */
export const whyNot = (error: unknown): string =>
  (error instanceof ApiError ? find<string>(t.players.problems, error.code) : undefined) ??
  reasonOf(error);

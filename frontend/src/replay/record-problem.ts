/** Error messages for record files that cannot be shown. */
import type { ErrorCode } from "schwimmen";
import { ApiError } from "../api/http";
import type { Catalogue } from "../i18n";

type Problem = keyof Catalogue["recordFile"]["problems"];

const PROBLEMS: Readonly<
  Partial<
    Record<
      ErrorCode | "too_long" | "module_failed" | "internal",
      Exclude<Problem, "action" | "text">
    >
  >
> = {
  foreign_record: "foreign",
  newer_record: "newer",
  unknown_preset: "rules",
  unknown_option: "rules",
  bad_option: "rules",
  contradiction: "rules",
  no_round: "noRound",
  too_long: "tooLong",
  module_failed: "engine",
  no_memory: "engine",
  internal: "engine",
};

/** Describe an error of `fileSource`. */
export function recordProblem(error: unknown, t: Catalogue): string {
  const { problems } = t.recordFile;
  const { code, details } = error as ApiError;
  const { line, column, round, action } = details;
  if (typeof line === "number" && typeof column === "number")
    return problems.text({ line, column });
  const known = PROBLEMS[code as keyof typeof PROBLEMS];
  if (known !== undefined) return problems[known];
  return typeof round === "number" && typeof action === "number"
    ? problems.action({ round, action })
    : problems.damaged;
}

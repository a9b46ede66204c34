/** Error messages for record files that cannot be shown. */
import type { ErrorCode } from "schwimmen";
import type { RecordFileError } from "../device/archive/record-file";
import type { Catalogue } from "../i18n";

type Problem = keyof Catalogue["recordFile"]["problems"];

const PROBLEMS: Readonly<
  Partial<Record<ErrorCode | RecordFileError["code"], Exclude<Problem, "action" | "text">>>
> = {
  foreign_record: "foreign",
  newer_record: "newer",
  unknown_preset: "rules",
  unknown_option: "rules",
  bad_option: "rules",
  contradiction: "rules",
  no_round: "noRound",
  too_long: "tooLong",
  unreadable: "engine",
  no_module: "engine",
  no_memory: "engine",
};

/** Describe an error of `readRecordFile`, or a failure to load the engine. */
export function recordProblem(error: unknown, t: Catalogue): string {
  const { problems } = t.recordFile;
  const { code, details = {} } = error as { code?: ErrorCode; details?: Record<string, unknown> };
  if (code === undefined) return problems.engine; // the engine's file is missing
  const { line, column, round, action } = details;
  if (typeof line === "number" && typeof column === "number")
    return problems.text({ line, column });
  const known = PROBLEMS[code];
  if (known !== undefined) return problems[known];
  return typeof round === "number" && typeof action === "number"
    ? problems.action({ round, action })
    : problems.damaged;
}

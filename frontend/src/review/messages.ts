/** Messages between the page and the worker that reviews matches. */
import type { Effort, MatchRecord, Review, ReviewedMoment } from "schwimmen";

/** Why a match cannot be reviewed. */
export type ReviewProblem = "engine" | "data" | "record" | "server" | "failed";

export type ToReviewer =
  { type: "start"; record: MatchRecord; effort: Effort; seed: number } | { type: "cancel" };

export type FromReviewer =
  | { type: "started"; moments: number }
  | { type: "moment"; moment: ReviewedMoment }
  | { type: "done"; review: Review }
  | { type: "failed"; problem: ReviewProblem };

/** Messages between the page and the worker that reviews matches. */
import type { Effort, MatchRecord, Puzzle, Review, ReviewedMoment } from "schwimmen";

/** Reason why a match cannot be reviewed. */
export type ReviewProblem = "engine" | "data" | "record" | "server" | "failed";

export type ToReviewer =
  | { type: "start"; record: MatchRecord; effort: Effort; seed: number }
  /** Find the puzzles among the decisions of a seat. */
  | { type: "search"; record: MatchRecord; seat: number; seed: number }
  | { type: "cancel" };

export type FromReviewer =
  | { type: "started"; moments: number }
  | { type: "moment"; moment: ReviewedMoment }
  | { type: "done"; review: Review }
  | { type: "puzzles"; puzzles: Puzzle[] }
  | { type: "failed"; problem: ReviewProblem };

/** Messages between the page and the worker that reviews matches. */
import type { Decisions } from "../../device/storage/review-store";
import type { Effort, LevelRange, MatchRecord, Puzzle, Review, ReviewedMoment } from "schwimmen";

/** Reason why a match cannot be reviewed. */
export type ReviewProblem = "engine" | "data" | "record" | "server" | "failed";

export type ToReviewer =
  | { type: "start"; record: MatchRecord; effort: Effort; seed: number }
  /** Find the puzzles among the decisions of a seat. */
  | { type: "search"; record: MatchRecord; seat: number; seed: number }
  /** Compare the decisions of one player in matches of a kind with the levels. */
  | { type: "compare"; rules: Review["rules"]; players: number; reviews: Decisions[] }
  | { type: "cancel" };

export type FromReviewer =
  | { type: "started"; moments: number }
  | { type: "moment"; moment: ReviewedMoment }
  | { type: "done"; review: Review }
  | { type: "puzzles"; puzzles: Puzzle[] }
  | { type: "levels"; levels: LevelRange | null }
  | { type: "failed"; problem: ReviewProblem };

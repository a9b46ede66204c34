/**
 * Load the rules; module and data lie beside the package's code unless given.
 * @param {LoadOptions} [options]
 * @returns {Promise<Game>}
 */
export function load({ module, data }?: LoadOptions): Promise<Game>;
export { EngineError };
export type ErrorCode = import("./errors.js").ErrorCode;
export type DecisionAnalysis = import("./analyse.js").DecisionAnalysis;
export type AnalysisOptions = import("./game.js").AnalysisOptions;
export type Game = import("./game.js").Game;
export type HintOptions = import("./game.js").HintOptions;
export type MatchOptions = import("./play.js").MatchOptions;
export type PlayerOptions = import("./play.js").PlayerOptions;
export type PuzzleOptions = import("./game.js").PuzzleOptions;
export type ReviewOptions = import("./game.js").ReviewOptions;
export type Limits = import("./limits.js").Limits;
export type DealLuck = import("./luck.js").DealLuck;
export type Match = import("./match.js").Match;
export type Player = import("./player.js").Player;
export type BlueprintPlayer = import("./players.js").BlueprintPlayer;
export type Puzzle = import("./puzzles.js").Puzzle;
export type MatchRecord = import("./record.js").MatchRecord;
export type MatchResult = import("./record.js").MatchResult;
export type LevelRange = import("./review.js").LevelRange;
export type Review = import("./review.js").Review;
export type LoadOptions = {
  /**
   * The module `rules.wasm` or
   * `play.wasm`: its address, its bytes, or compiled.
   */
  module?: BufferSource | URL | WebAssembly.Module | undefined;
  /**
   * Address of the folder of the data.
   */
  data?: string | URL | undefined;
};
import { EngineError } from "./errors.js";
export type * from "../types.js";

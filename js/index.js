/** Schwimmen (31): rules and matches, by the compiled rules of the Python package. */

import { folderOf, unknownFolder } from "./arguments.js";
import { Engine, REMEDY } from "./engine.js";
import { EngineError } from "./errors.js";
import { Game as LoadedGame } from "./game.js";

export { EngineError };

/** @typedef {import("./errors.js").ErrorCode} ErrorCode */
/** @typedef {import("./analyse.js").DecisionAnalysis} DecisionAnalysis */
/** @typedef {import("./game.js").AnalysisOptions} AnalysisOptions */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").HintOptions} HintOptions */
/** @typedef {import("./play.js").MatchOptions} MatchOptions */
/** @typedef {import("./play.js").PlayerOptions} PlayerOptions */
/** @typedef {import("./game.js").PuzzleOptions} PuzzleOptions */
/** @typedef {import("./game.js").ReviewOptions} ReviewOptions */
/** @typedef {import("./limits.js").Limits} Limits */
/** @typedef {import("./luck.js").DealLuck} DealLuck */
/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("./players.js").BlueprintPlayer} BlueprintPlayer */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./record.js").MatchRecord} MatchRecord */
/** @typedef {import("./record.js").MatchResult} MatchResult */
/** @typedef {import("./review.js").LevelRange} LevelRange */
/** @typedef {import("./review.js").Review} Review */

/**
 * @typedef {object} LoadOptions
 * @property {BufferSource | WebAssembly.Module | URL} [module] The module `rules.wasm` or
 *   `play.wasm`: its address, its bytes, or compiled.
 * @property {string | URL} [data] Address of the folder of the data.
 */

/**
 * Load the rules; module and data lie beside the package's code unless given.
 * @param {LoadOptions} [options]
 * @returns {Promise<Game>}
 */
export async function load({ module, data = dataBesideModule } = {}) {
  const folder = folderOf(data);
  return new LoadedGame(await Engine.load(module ?? addressOfModule()), folder);
}

/** Return the address of the module beside this file, written so that bundlers find it. */
function addressOfModule() {
  try {
    return new URL("./rules.wasm", import.meta.url);
  } catch {
    const reason = "this program does not know where its files are";
    throw new EngineError("unreadable", `${reason}; ${REMEDY}`);
  }
}

function dataBesideModule() {
  try {
    return new URL("data/", addressOfModule());
  } catch {
    return unknownFolder();
  }
}

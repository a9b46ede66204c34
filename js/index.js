/** Schwimmen (31): rules and matches, by the compiled rules of the Python package. */

import { Engine } from "./engine.js";
import { EngineError, quote } from "./errors.js";
import { Game as LoadedGame } from "./game.js";
import { read } from "./read.js";

export { EngineError };

// Written so that bundlers find the files.
const MODULE = new URL("./rules.wasm", import.meta.url);
const LAYOUT = new URL("./layout.json", import.meta.url);
const HERE = import.meta.url; // written so that bundlers do not look for the folder of the data

/** @typedef {import("./errors.js").ErrorCode} ErrorCode */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").HintOptions} HintOptions */
/** @typedef {import("./game.js").MatchOptions} MatchOptions */
/** @typedef {import("./game.js").PlayerOptions} PlayerOptions */
/** @typedef {import("./game.js").ReviewOptions} ReviewOptions */
/** @typedef {import("./match.js").Match} Match */
/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./record.js").MatchRecord} MatchRecord */
/** @typedef {import("./record.js").MatchResult} MatchResult */
/** @typedef {import("./review.js").Hint} Hint */
/** @typedef {import("./review.js").Review} Review */

/**
 * @typedef {object} LoadOptions
 * @property {BufferSource | WebAssembly.Module} [module] The module
 *   `rules.wasm`, as bytes or compiled.
 * @property {object} [layout] Content of `layout.json`.
 * @property {string | URL} [data] Address of the folder of the data.
 */

/**
 * Load the rules; module, layout and data lie beside the package's code unless given.
 * @param {LoadOptions} [options]
 * @returns {Promise<Game>}
 */
export async function load({ module, layout, data = new URL("data/", HERE) } = {}) {
  const folder = folderOf(data);
  const known = layout ?? JSON.parse(new TextDecoder().decode(await read(LAYOUT)));
  return new LoadedGame(await Engine.load(module ?? (await read(MODULE)), known), known, folder);
}

/** Return the URL of a folder, with a slash at its end. */
function folderOf(data) {
  const address = String(data);
  try {
    return new URL(address.endsWith("/") ? address : `${address}/`, globalThis.location?.href);
  } catch {
    throw new EngineError("wrong_type", `data: ${quote(data)} is not an address`, { name: "data" });
  }
}

/** Schwimmen (31): rules and matches, by the compiled rules of the Python package. */

import { Engine, EngineError, quote } from "./engine.js";
import { Game } from "./game.js";
import { read } from "./read.js";

export { EngineError };

// Written so that bundlers find the files.
const MODULE = new URL("./rules.wasm", import.meta.url);
const LAYOUT = new URL("./layout.json", import.meta.url);
const HERE = import.meta.url; // written so that bundlers do not look for the folder of the data

/**
 * Load the rules.
 *
 * The module, its layout and the folder of the data lie beside this file, unless they are given: the
 * module as bytes or compiled, the layout as an object, the folder as its address.
 */
export async function load({ module, layout, data = new URL("data/", HERE) } = {}) {
  const folder = folderOf(data);
  const known = layout ?? JSON.parse(new TextDecoder().decode(await read(LAYOUT)));
  return new Game(await Engine.load(module ?? (await read(MODULE)), known), known, folder);
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

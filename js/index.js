/** Schwimmen (31): rules and matches, by the compiled rules of the Python package. */

import { Engine, EngineError } from "./engine.js";
import { Game } from "./game.js";

export { EngineError };

// Written so that bundlers find the files.
const MODULE = new URL("./rules.wasm", import.meta.url);
const LAYOUT = new URL("./layout.json", import.meta.url);

/**
 * Load the rules.
 *
 * The module and its layout lie beside this file, unless they are given: the module as bytes or
 * compiled, the layout as an object.
 */
export async function load({ module, layout } = {}) {
  const known = layout ?? JSON.parse(new TextDecoder().decode(await read(LAYOUT)));
  return new Game(await Engine.load(module ?? (await read(MODULE)), known), known);
}

/** Return the bytes of a file. */
async function read(url) {
  try {
    if (url.protocol === "file:") {
      const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
      return await readFile(url);
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new EngineError("unreadable", `${url} cannot be read: ${error.message}`, {
      url: url.href,
    });
  }
}

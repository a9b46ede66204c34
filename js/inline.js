/** The package with its module inside, for tools that leave files behind. */

import { folderOf } from "./arguments.js";
import { Engine } from "./engine.js";
import { EngineError } from "./errors.js";
import { Game } from "./game.js";
import { MODULE } from "./data/module.js";

export { EngineError };

/** Load the rules from the module inside, unless another is given. */
export async function load({ module, data = missing } = {}) {
  const folder = folderOf(data);
  return new Game(await Engine.load(module ?? (await unpacked(MODULE))), folder);
}

function missing() {
  throw new EngineError("no_data", "load needs the address of the folder of the data: data");
}

/** Return the bytes of a text in Base64 of gzip. */
async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

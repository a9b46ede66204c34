/** The package with its module inside, for tools that leave files behind. */

import { folderOf, unknownFolder } from "./arguments.js";
import { Engine } from "./engine.js";
import { EngineError } from "./errors.js";
import { Game } from "./game.js";
import { MODULE } from "./data/module.js";
import { unpack } from "./read.js";

export { EngineError };

/** Load the rules from the module inside, unless another is given. */
export async function load({ module, data = unknownFolder } = {}) {
  const folder = folderOf(data);
  return new Game(await Engine.load(module ?? (await unpack(bytesOf(MODULE)))), folder);
}

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The engine as packaged for JavaScript, for tests. */
import { readFile } from "node:fs/promises";
import { load, type Game } from "schwimmen";

const HERE = import.meta.url; // apart from `new URL`, which Vite would rewrite

/** Return the engine's module. */
export async function readEngine(): Promise<{ module: Uint8Array<ArrayBuffer> }> {
  return { module: new Uint8Array(await readFile(new URL("../../../js/rules.wasm", HERE))) };
}

/** Load the engine from its files. */
export const loadGame = async (): Promise<Game> => load(await readEngine());

/** The engine as packaged for JavaScript, for tests. */
import { readFile } from "node:fs/promises";
import { load, type Game } from "schwimmen";

const HERE = import.meta.url; // apart from `new URL`, which Vite would rewrite

/** Return the engine's files. */
export async function readEngine(): Promise<{ module: Uint8Array<ArrayBuffer>; layout: object }> {
  const read = (name: string) => readFile(new URL(`../../../js/${name}`, HERE));
  const layout = JSON.parse(String(await read("layout.json"))) as object;
  return { module: new Uint8Array(await read("rules.wasm")), layout };
}

/** Load the engine from its files. */
export const loadGame = async (): Promise<Game> => load(await readEngine());

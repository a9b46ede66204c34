/** The engine as the package has it, for tests. */
import { readFile } from "node:fs/promises";
import { load, type Game } from "schwimmen";

const HERE = import.meta.url; // written apart, it is no address for Vite to change

/** Return the engine's files. */
export async function readEngine(): Promise<{ module: Uint8Array<ArrayBuffer>; layout: object }> {
  const read = (name: string) => readFile(new URL(`../../../js/${name}`, HERE));
  const layout = JSON.parse(String(await read("layout.json"))) as object;
  return { module: new Uint8Array(await read("rules.wasm")), layout };
}

/** Load the engine from its files. */
export const loadGame = async (): Promise<Game> => load(await readEngine());

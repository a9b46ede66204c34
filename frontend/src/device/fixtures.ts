/** The engine as the package has it, for tests. */
import { readFile } from "node:fs/promises";
import { load, type Game } from "schwimmen";

/** Load the engine from its files. */
export async function loadGame(): Promise<Game> {
  const read = (name: string) => readFile(new URL(`../../../js/${name}`, import.meta.url));
  const layout = JSON.parse(String(await read("layout.json"))) as object;
  return load({ module: new Uint8Array(await read("rules.wasm")), layout });
}

/** The engine as packaged for JavaScript, for tests. */
import { readFile } from "node:fs/promises";
import { load, type Game } from "schwimmen";

const HERE = import.meta.url; // apart from `new URL`, which Vite would rewrite

/** Return a module of the engine: that with all rules, or that for play without search. */
export async function readEngine(
  name: "rules" | "play" = "rules",
): Promise<{ module: Uint8Array<ArrayBuffer> }> {
  return { module: new Uint8Array(await readFile(new URL(`../../../js/${name}.wasm`, HERE))) };
}

/** Load the engine from its files. */
export const loadGame = async (): Promise<Game> => load(await readEngine());

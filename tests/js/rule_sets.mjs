// Print the rules of each preset and options, a line of JSON each, or the code and names of the
// fault.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Engine } from "../../js/engine.js";
import { EngineError } from "../../js/errors.js";

const folder = new URL("../../js/", import.meta.url);
const engine = await Engine.load(await readFile(new URL("rules.wasm", folder)));
const { layout } = engine;

for await (const line of createInterface({ input: process.stdin })) {
  const { preset, options } = JSON.parse(line);
  try {
    console.log(Buffer.from(engine.ruleSet(preset, options).bytes()).toString("hex"));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    console.log([error.code, ...error.details.names].join(" "));
  }
}

// Print the hash of the blueprint for each preset and number of players, a line of JSON each.
//
// The argument is the address of the folder with the data.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Data } from "../../js/data.js";
import { Engine } from "../../js/engine.js";

const folder = new URL("../../js/", import.meta.url);
const engine = await Engine.load(await readFile(new URL("rules.wasm", folder)));
const { layout } = engine;
const data = new Data(engine, () => new URL(process.argv[2]));

for await (const line of createInterface({ input: process.stdin })) {
  const { preset, options, seats } = JSON.parse(line);
  const rules = engine.ruleSet(preset, options).bytes().slice();
  await data.fetch(rules, seats);
  console.log(createHash("sha256").update(data.blueprint(rules, seats).bytes()).digest("hex"));
}

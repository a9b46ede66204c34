// Find data for rules through the module; print the place in a catalogue.
//
// Reads a line of JSON for each search: the function, the bytes of the rules and of the catalogue,
// and the number of seats.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Engine } from "../../js/engine.js";

const folder = new URL("../../js/", import.meta.url);
const engine = await Engine.load(await readFile(new URL("rules.wasm", folder)));
const { layout } = engine;

function records(kind, bytes) {
  const { size } = layout.records[kind];
  const encoded = Buffer.from(bytes, "hex");
  const array = engine.allocate(kind, encoded.length / size);
  array.bytes().set(encoded);
  return array;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { name, rules, seats, catalogue } = JSON.parse(line);
  const given = [records("rules", rules), seats, records("catalogue", catalogue)];
  console.log(engine.call(name, ...given)[0]);
}

// Build equity models and look up values through the module; print a digest of all results.
//
// Reads a line of JSON with the bytes of the outcome tables, then one for each match: the number of
// seats, and the bytes of its rules, of a view, of states before a round and of finished rounds.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Engine } from "../../js/engine.js";

const folder = new URL("../../js/", import.meta.url);
const module = await WebAssembly.compile(await readFile(new URL("rules.wasm", folder)));

function compute(tables, match) {
  const digest = createHash("sha256");
  const filled = (kind, bytes) => engine.allocate(kind, Buffer.from(bytes, "hex"));
  const [catalogue, frequencies, outcomes] = Object.entries(tables).map((one) => filled(...one));
  const [rules, views] = [filled("rules", match.rules), filled("views", match.view)];
  const sizes = engine.allocate("sizes", layout.limits.sizes);
  const [lookups, workspaces] = [engine.allocate("lookups"), engine.allocate("workspaces")];
  const equity = engine.allocate("equity", layout.limits.equity);

  const [scores] = engine.call("start_lookup", rules, views, lookups);
  let values = engine.allocate("values", 0);
  if (!scores) {
    const planned = [rules, match.seats, catalogue, frequencies, sizes];
    values = engine.allocate("values", engine.call("plan_equity", ...planned)[0]);
    engine.call("solve_equity", rules, sizes, values, outcomes, workspaces);
    digest.update(sizes.bytes()).update(values.bytes());
  }
  for (const state of match.states) {
    const matches = filled("matches", state);
    engine.call("equity_before_round", rules, sizes, values, matches, workspaces, equity);
    digest.update(equity.bytes(1));
  }
  for (const finished of match.rounds) {
    const given = [rules, sizes, values, lookups, equity, filled("rounds", finished)];
    const [row] = engine.call("equity_after_round", ...given);
    digest.update(equity.bytes(row + 1).slice(-equity.size));
  }
  return digest.digest("hex");
}

let engine;
let layout;
let tables;
for await (const line of createInterface({ input: process.stdin })) {
  if (tables) {
    engine = await Engine.load(module);
    ({ layout } = engine);
    console.log(compute(tables, JSON.parse(line)));
  } else {
    tables = JSON.parse(line);
    console.log("ready");
  }
}

// Print the code of the error that each misuse of the engine gets.
import { readFile } from "node:fs/promises";
import { Engine } from "../../js/engine.js";
import { EngineError } from "../../js/errors.js";

const folder = new URL("../../js/", import.meta.url);
const bytes = await readFile(new URL("rules.wasm", folder));
const foreign = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const engine = await Engine.load(bytes);
const rounds = engine.allocate("rounds");

const misuses = {
  foreign: () => Engine.load(foreign),
  records: () => engine.allocate("decks"),
  function: () => engine.call("cheat"),
  field: () => rounds.get("cards"),
  place: () => rounds.set("hands", 7, 10),
  record: () => rounds.get("dealer", 0, 1),
  preset: () => engine.ruleSet("paget"),
  option: () => engine.ruleSet("pagat", { Lives: 3 }),
  value: () => engine.ruleSet("pagat", { pass: false, lives: "3" }),
  contradiction: () => engine.ruleSet("pagat", { special: "grace" }),
  memory: () => engine.allocate("rounds", 2 ** 32),
};
for (const [name, misuse] of Object.entries(misuses)) {
  try {
    await misuse();
    console.log(name, "passed");
  } catch (error) {
    console.log(
      name,
      error instanceof EngineError ? [error.code, ...(error.details.names ?? [])].join(" ") : error,
    );
  }
}
rounds.set("dealer", 3);
console.log(engine.allocate("rounds", 5000).count, rounds.get("dealer"));

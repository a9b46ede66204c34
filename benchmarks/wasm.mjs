// Random rounds inside the module, for wasm.py: in Node a line of standard input for each call.
import { Engine } from "../js/engine.js";

/** Return a function that plays rounds between random players and returns decisions and turns. */
export async function randomPlay(module, preset, players) {
  const engine = await Engine.load(module);
  const { layout } = engine;
  const pack = layout.packs[layout.presets[preset].pack];
  const rules = engine.ruleSet(preset);
  const rounds = engine.allocate("rounds");
  const cards = engine.allocate("cards", pack.length);
  const rng = engine.allocate("rng");
  return (number, seed) => {
    rounds.bytes().fill(0);
    pack.forEach((card, place) => rounds.set("pack", card, place));
    cards.bytes().set(pack);
    new BigUint64Array(engine.memory.buffer, rng.pointer, 1)[0] = BigInt(seed);
    return engine.call("play_random_rounds", rules, rounds, cards, players, number, rng);
  };
}

if (globalThis.process?.argv[2]) {
  const { readFile } = await import("node:fs/promises");
  const { createInterface } = await import("node:readline");
  const [preset, players] = process.argv.slice(2);
  const js = new URL("../js/", import.meta.url);
  const module = await readFile(new URL("rules.wasm", js));
  const play = await randomPlay(module, preset, Number(players));
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(play(...JSON.parse(line))));
  }
}

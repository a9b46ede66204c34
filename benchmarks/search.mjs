// Matches between players of a level, for wasm.py: their times, and the memory of the module.

/** Play until enough decisions had a choice; return the records, milliseconds and bytes. */
export async function playMatches(load, data, { preset, players, level, decisions }) {
  const { instantiate } = WebAssembly;
  let memory;
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate(...given);
    ({ memory } = instance.exports);
    return instance;
  };
  const game = await load({ data });
  WebAssembly.instantiate = instantiate;
  const times = [];
  const records = [];
  while (times.length < decisions) {
    const match = game.match({ preset, players, seed: records.length });
    await game.prepare(match);
    const seats = Array.from({ length: players }, (_, seed) => game.player(level, { seed }));
    while (!match.over) {
      if (match.toAct === null) {
        match.deal();
        continue;
      }
      const choices = match.legalActions.length;
      const start = performance.now();
      const action = seats[match.toAct].choose(match);
      if (choices > 1) times.push(performance.now() - start);
      match.play(action);
    }
    records.push(match.toRecord());
  }
  return { records, times, bytes: memory.buffer.byteLength };
}

if (globalThis.process?.argv[2]) {
  const { load } = await import("../js/index.js");
  const [data, contest] = process.argv.slice(2);
  console.log(JSON.stringify(await playMatches(load, data, JSON.parse(contest))));
}

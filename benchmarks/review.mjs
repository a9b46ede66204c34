// Reviews and hints of the match of a record, for wasm.py, with the memory of the module.

/** Return the seconds of each review by effort, the reviews, the milliseconds of hints, and bytes. */
export async function reviewMatch(load, data, { record, efforts }) {
  const { instantiate } = WebAssembly;
  let memory;
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate(...given);
    ({ memory } = instance.exports);
    return instance;
  };
  const game = await load({ data });
  WebAssembly.instantiate = instantiate;
  const match = game.fromRecord(record);
  await game.prepare(match);
  const seconds = {};
  const reviews = {};
  for (const effort of efforts) {
    const start = performance.now();
    const moments = game.review(match, { effort });
    let step = moments.next();
    while (!step.done) step = moments.next();
    seconds[effort] = (performance.now() - start) / 1000;
    reviews[effort] = step.value;
  }
  const hints = [];
  const replay = game.fromRecord({ ...record, rounds: [] });
  for (const { pack, actions, shuffles = [] } of record.rounds) {
    const orders = shuffles.values();
    replay.deal(pack);
    for (const action of actions) {
      if (replay.legalActions.length > 1) {
        const start = performance.now();
        game.hint(replay);
        hints.push(performance.now() - start);
      }
      try {
        replay.play(action);
      } catch (error) {
        if (error.code !== "missing_shuffle") throw error;
        replay.play(action, orders.next().value);
      }
    }
  }
  return { seconds, reviews, hints, bytes: memory.buffer.byteLength };
}

if (globalThis.process?.argv[2]) {
  const { load } = await import("../js/index.js");
  const [data, reviewed] = process.argv.slice(2);
  console.log(JSON.stringify(await reviewMatch(load, data, JSON.parse(reviewed))));
}

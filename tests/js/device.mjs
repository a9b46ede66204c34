// Compute what the page shows of logs of tables on the device: a line of JSON for each line with
// `logs` by the ids of their tables, and a `filter` of their statistics.
import { registerHooks } from "node:module";
import { createInterface } from "node:readline";

const device = new URL("../../frontend/src/device/", import.meta.url);
const engine = new URL("../../js/index.js", import.meta.url).href;

// Files of the page name each other without their ending.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "schwimmen") return next(engine, context);
    const isFile = specifier.startsWith(".") && context.parentURL?.endsWith(".ts");
    return next(isFile ? `${specifier}.ts` : specifier, context);
  },
});

const { load } = await import(engine);
const { replayOf } = await import(new URL("replay.ts", device));
const { chosenMatches, playedMatch, statisticsOf } = await import(new URL("statistics.ts", device));
const { csvOf } = await import(new URL("statistics-csv.ts", device));
const { storyOf } = await import(new URL("story.ts", device));

const game = await load();

/** Return the story and all rounds of a finished match, or the codes of their refusal. */
function past(log) {
  const deals = log.filter(({ type }) => type === "round");
  return {
    story: tried(() => storyOf(game, log)),
    rounds: [...deals, null].map((_, place) => tried(() => replayOf(game, log, place + 1))),
  };
}

function tried(make) {
  try {
    return make();
  } catch (error) {
    return error.code;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { logs, filter } = JSON.parse(line);
  const matches = Object.entries(logs).map(([id, log]) => playedMatch(game, id, log));
  const chosen = chosenMatches(matches, filter);
  const answer = {
    past: Object.values(logs).map(past),
    statistics: statisticsOf({ matches, notCounted: 0 }, filter),
    csv: ["matches", "rounds"].map((rows) => csvOf(chosen, rows)),
  };
  console.log(JSON.stringify(answer));
}

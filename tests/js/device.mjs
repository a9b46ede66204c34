// Compute what the page shows of logs of tables on the device: a line of JSON for each line with
// `logs` by the ids of their tables, and a `filter` of their statistics. The nth log has n hints.
import { createInterface } from "node:readline";
import { engine, fromPage } from "./page_sources.mjs";

const { load } = await import(engine);
const { replayOf } = await fromPage("device/table/replay.ts");
const { chosenMatches, playedMatch, statisticsOf } = await fromPage(
  "device/statistics/statistics.ts",
);
const { csvOf } = await fromPage("device/statistics/statistics-csv.ts");
const { storyOf } = await fromPage("device/table/story.ts");

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
  const matches = Object.entries(logs).map(([id, log], hints) => playedMatch(game, id, log, hints));
  const chosen = chosenMatches(matches, filter);
  const answer = {
    past: Object.values(logs).map(past),
    statistics: statisticsOf({ matches, notCounted: 0 }, filter),
    csv: ["matches", "rounds"].map((rows) => csvOf(chosen, rows)),
  };
  console.log(JSON.stringify(answer));
}

// Compute what the page shows of logs of tables on the device: a line of JSON for each line with
// `logs` by the ids of their tables, and a `filter` of their statistics. The nth log has n hints.
import { createInterface } from "node:readline";
import { engine, fromPage } from "./page_sources.mjs";

const { load } = await import(engine);
const { checkOver, playLog } = await fromPage("device/table/log.ts");
const { MatchReplay } = await fromPage("device/table/replay.ts");
const { chosenMatches, playedMatch, statisticsOf } = await fromPage(
  "device/statistics/statistics.ts",
);
const { csvOf } = await fromPage("device/statistics/statistics-csv.ts");
const { storyOf } = await fromPage("device/table/story.ts");

const game = await load();

/** Return the story and all rounds of a finished match, or the codes of their refusal. */
function past(log) {
  const replay = new MatchReplay(log[0], playLog(game, log));
  const numbers = Array.from({ length: replay.rounds + 1 }, (_, place) => place + 1);
  return {
    story: tried(() => storyOf(replay.steps)),
    rounds: numbers.map((number) => tried(() => roundOf(replay, number))),
  };
}

/** Return a round of a finished match as a list of events and views. */
function roundOf(replay, number) {
  checkOver(replay.match);
  const events = replay.events(number);
  return events.map((event, step) => ({ event, view: replay.view(number, step, null).view }));
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

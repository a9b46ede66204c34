// Analyse decisions through the package; print a line of JSON for each.
//
// Takes the address of the data. Reads a line of JSON for each decision: the record or the position of a
// match, a number of worlds, a seed, and further limits of players. Prints all analyses, the reasons of
// the last one, the probabilities of `blueprint`, what players choose within limits, and a hint.
import { createInterface } from "node:readline";
import { load } from "../../js/index.js";

const [data] = process.argv.slice(2);
const game = await load({ data: new URL(data) });

/** Return what a player chooses in a match within the limits of a decision. */
function chosenBy(level, match, limits) {
  const player = game.player(level, limits);
  const [first, second] = [player.choose(match), player.choose(match)];
  if (first !== second) throw new Error(`${level} chooses ${first}, then ${second}`);
  return first;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { record, position, worlds, seed, within } = JSON.parse(line);
  const match = record && game.fromRecord(record);
  await game.prepare(match ?? position);
  const view = match?.view(match.toAct);
  const plain = view && JSON.parse(JSON.stringify(view)); // it may come from elsewhere
  const analyses = [...game.analyse(plain ?? position, { worlds, seed })];
  const last = analyses.at(-1);
  const found = analyses.map(({ worlds, actions, best, beliefs }) => {
    return { worlds, actions, best, beliefs };
  });
  const seen = last.view;
  const reasons = [last.reasons(), last.reasons(last.actions.at(-1).action)];
  const policy = game.player("blueprint").actionProbabilities(plain ?? seen);
  const levels = match ? ["expert", "master"] : [];
  const both = [{ worlds }, within].map((limits) =>
    levels.map((level) => chosenBy(level, match, { ...limits, seed })),
  );
  const hint = match && game.hint(plain, { effort: "graph", seed });
  console.log(JSON.stringify({ found, seen, reasons, policy, chosen: both, hint }));
}

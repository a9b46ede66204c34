// Review matches of records through the package; print a line for each match.
//
// Takes the address of the data and the efforts that replace those of the package, or null. Reads a
// line of JSON for each match: its record, an effort and a seed. Prints the review, the number of
// moments, the hints before all actions that have a decision, and the levels between which players
// of several such matches play.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Engine } from "../../js/engine.js";
import { Game } from "../../js/game.js";

const REPEATED = 12; // times that the review of each player counts for the levels

const [data, efforts] = process.argv.slice(2);
const module = await readFile(new URL("../../js/rules.wasm", import.meta.url));
const engine = await Engine.load(module);
const { review } = engine.layout;
review.efforts = JSON.parse(efforts) ?? review.efforts;
const game = new Game(engine, () => new URL(data));

function reviewOf(match, options) {
  const moments = game.review(match, options);
  for (let number = 0; ; number++) {
    const { done, value } = moments.next();
    if (done) return value;
    game.match({ preset: "dutch", players: 2, seed: number }); // uses the same memory
    if (value.number !== number) throw new Error(`moment ${value.number} comes as ${number}`);
  }
}

/**
 * Return the hints at the same moments as those of the decisions of a review, each with its reasons
 * if the action that was played is chosen.
 */
function hintsOf({ rounds, ...record }, { moments }, options) {
  return moments
    .filter(({ decision }) => decision !== null)
    .map(({ number, decision: { chosen } }) => {
      const match = matchUntil({ rounds, ...record }, number);
      const { reasons } = game.hint(match, { ...options, chosen });
      return { ...game.hint(match, options), reasonsOfChosen: reasons };
    });
}

function matchUntil(record, number) {
  const match = game.fromRecord({ ...record, rounds: [] });
  for (const { pack, actions, shuffles = [] } of record.rounds) {
    if (number-- === 0) break;
    match.deal(pack);
    const left = [...shuffles];
    for (const action of actions) {
      if (number-- === 0) return match;
      try {
        match.play(action);
      } catch {
        match.play(action, left.shift());
      }
    }
  }
  return match;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { record, ...options } = JSON.parse(line);
  const match = game.fromRecord(record);
  await game.prepare(match);
  const review = reviewOf(match, options);
  const hints = hintsOf(record, review, options);
  const { rules, names, players } = review;
  const levels = players.map((one) =>
    game.levelRange(rules, names.length, Array(REPEATED).fill(one)),
  );
  console.log(JSON.stringify({ review, number: game.numberOfMoments(match), hints, levels }));
}

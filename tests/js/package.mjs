// Play matches of records through the package; print a line for each match.
//
// Reads a line of JSON for each match: its record. Prints a list of the views of the spectator, of all
// seats, and with all hands open after each step, then the same as messages have them, the match as it
// ends, its records, and its facts for all seats in both forms.
import { createInterface } from "node:readline";
import { load } from "../../js/index.js";
import { wireFacts, wireView } from "../../js/wire.js";

const game = await load();

function viewsOf(match) {
  const seats = [null, ...match.players.keys()];
  return [
    [...seats.map((seat) => match.view(seat)), match.openView()],
    [...seats.map((seat) => wireView(match, seat)), wireView(match, null, { openHands: true })],
  ];
}

function play(match, action, shuffles) {
  try {
    match.play(action);
  } catch (error) {
    if (error.code !== "missing_shuffle") throw error;
    match.play(action, shuffles.shift());
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const record = JSON.parse(line);
  const match = game.fromRecord({ ...record, rounds: [] });
  const steps = [];
  for (const { pack, shuffles, actions } of record.rounds) {
    match.deal(pack);
    steps.push(viewsOf(match));
    const left = [...shuffles];
    for (const action of actions) {
      play(match, action, left);
      steps.push(viewsOf(match));
    }
  }
  const { over, winners, results, lives, status, totals, dealer, leader, toAct, legalActions } =
    match;
  const end = {
    over,
    winners,
    results,
    lives,
    status,
    totals,
    dealer,
    leader,
    toAct,
    legalActions,
  };
  const records = [match.toRecord(), game.fromRecord(record).toRecord()];
  const facts = match.players.map((_, seat) => [match.facts(seat), wireFacts(match, seat)]);
  const [views, messages] = [0, 1].map((form) => steps.map((step) => step[form]));
  console.log(JSON.stringify({ views, messages, end, records, facts }));
}

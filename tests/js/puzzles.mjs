// Find puzzles in matches through the package; print a line for each match.
//
// Takes the address of the data. Reads a line of JSON for each match: its record, the seat and the
// seed. Prints the puzzles, each with the seat to act and the names of its legal actions, or the code
// of the error.
import { createInterface } from "node:readline";
import { EngineError, load } from "../../js/index.js";

const [data] = process.argv.slice(2);
const game = await load({ data });

/** Return the match of a puzzle at the moment of its decision. */
function matchOf({ preset, options, dealer, leader, scores, dealt, actions }, pack) {
  const rest = pack.split(" ").filter((card) => !dealt.includes(card));
  const match = game.match({
    ...{ preset, options, dealer, leader, scores },
    players: scores.length,
    pack: [...dealt, ...rest].join(" "),
  });
  for (const action of actions) match.play(action);
  return match;
}

async function answer({ record, position, seat, seed }) {
  const match = record ? game.fromRecord(record) : game.fromPosition(position, { seed: 0 });
  await game.prepare(match);
  return [...game.puzzlesIn(match, { seat, seed })].map((puzzle) => {
    const { toAct, legalActions } = matchOf(puzzle, record.rounds[0].pack);
    return { ...puzzle, toAct, legalActions };
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const answered = answer(JSON.parse(line)).catch((error) => {
    if (!(error instanceof EngineError)) throw error;
    return error.code;
  });
  console.log(JSON.stringify(await answered));
}

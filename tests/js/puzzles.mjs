// Find puzzles in matches through the package; print a line for each match.
//
// Takes the address of the data. Reads a line of JSON for each match: its record. Prints the puzzles
// of all seats, each with its seat, the names of its best action, and hints about it: one without an
// action, and one for the last action of the list, which it explains.
import { createInterface } from "node:readline";
import { load } from "../../js/index.js";

const [data] = process.argv.slice(2);
const game = await load({ data });

function reviewOf(match) {
  const moments = game.review(match);
  for (;;) {
    const { done, value } = moments.next();
    if (done) return value;
  }
}

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

for await (const line of createInterface({ input: process.stdin })) {
  const record = JSON.parse(line);
  const match = game.fromRecord(record);
  await game.prepare(match);
  const review = reviewOf(match);
  const found = match.players.flatMap((_, seat) =>
    [...game.puzzlesIn(match, review, seat)].map((puzzle) => {
      const position = matchOf(puzzle, record.rounds[0].pack);
      const hint = game.hint(position);
      const worst = hint.actions.at(-1).action;
      const compared = game.hint(position, { chosen: worst });
      return { ...puzzle, seat, toAct: position.toAct, hint, worst, reasons: compared.reasons };
    }),
  );
  console.log(JSON.stringify(found));
}

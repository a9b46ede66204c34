// Play matches with a module of the package; print the record of each.
//
// The argument is the name of the module. Reads a line of JSON for each match: the preset, the levels of
// the players and the seed.
import { createInterface } from "node:readline";
import { load } from "../../js/index.js";

const game = await load({ module: new URL(`../../js/${process.argv[2]}`, import.meta.url) });

for await (const line of createInterface({ input: process.stdin })) {
  const { preset, levels, seed } = JSON.parse(line);
  const players = levels.map((level) => game.player(level, { seed }));
  const match = game.match({ preset, players: levels.length, seed });
  while (!match.over) {
    if (match.toAct === null) match.deal();
    else match.play(players[match.toAct].choose(match));
  }
  const facts = levels.map((_, seat) => match.facts(seat));
  console.log(JSON.stringify([game.fromRecord(match.toRecord()).results, match.openView(), facts]));
}

// Print the result and the luck of each seat of a match, for lines of JSON with its record and a seed.
import { createInterface } from "node:readline";
import { load } from "../../js/index.js";

const game = await load();

for await (const line of createInterface({ input: process.stdin })) {
  const { record, seed } = JSON.parse(line);
  const match = game.fromRecord(record);
  const found = match.players.map((_, seat) => game.dealLuck(match, seat, { seed }));
  console.log(JSON.stringify(found));
}

// Draw what the chance of a seed decides at a table on the device: an answer for each line.
import { createInterface } from "node:readline";
import { engine, fromPage } from "./page_sources.mjs";

const { load } = await import(engine);
const { SeededChance } = await fromPage("device/table/seeded-chance.ts");

const game = await load();

for await (const line of createInterface({ input: process.stdin })) {
  const { seed, preset, players, deal, cards, number } = JSON.parse(line);
  const chance = new SeededChance(seed, game.match({ preset, players }));
  const pack = chance.pack(deal);
  const shuffle = chance.shuffle(cards, deal.round, number);
  console.log(JSON.stringify({ dealer: chance.dealer, pack, shuffle }));
}

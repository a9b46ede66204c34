// Replay records, a line of JSON each with its text; print the results of each match, or the code
// and place of its fault.
import { createInterface } from "node:readline";
import { EngineError, load } from "../../js/index.js";

const game = await load();

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify(game.fromRecord(JSON.parse(line).text).toResult()));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    console.log(JSON.stringify({ code: error.code, ...error.details }));
  }
}

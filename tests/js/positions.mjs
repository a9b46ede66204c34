// Set up the match of each position, a line of JSON with its text; print what it shows.
//
// Prints the code and the message of an error instead. With `level`, a player of it chooses from the
// position; the argument is the address of the folder with the data of the levels.
import { createInterface } from "node:readline";
import { EngineError, load } from "../../js/index.js";

const game = await load({ data: process.argv[2] });

for await (const line of createInterface({ input: process.stdin })) {
  const { text, level } = JSON.parse(line);
  try {
    const match = game.fromPosition(text, { seed: 1 });
    const { over, winners, results, lives, status, totals, position, legalActions } = match;
    const seats = [null, ...match.players.keys()];
    const views = seats.map((seat) => match.view(seat));
    const seen = seats.map((seat) => match.positionOf(seat));
    let chosen = null;
    if (level !== undefined) {
      await game.prepare(match);
      chosen = game.player(level, { seed: 1 }).choose(match);
    }
    console.log(
      JSON.stringify({
        match: { over, winners, results, lives, status, totals },
        ...{ position, legalActions, views, seen, chosen },
      }),
    );
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    console.log(JSON.stringify({ code: error.code, message: error.message }));
  }
}

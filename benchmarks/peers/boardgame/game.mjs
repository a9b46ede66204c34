// Recorded matches as a boardgame.io game: the next player makes the recorded move and gets the view
// that our server would send after it. It applies no rules and builds no views.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { INVALID_MOVE } = createRequire(import.meta.url)("boardgame.io/core");

/** The states of every match: `views` by seat, then a spectator's, and the next move. */
const matches = JSON.parse(readFileSync(process.env.MATCHES, "utf8"));
export const MATCHES = matches.length;

const state = (match, step) => ({ match, step, ...matches[match][step] });
const nextToMove = ({ G }) => G.seat ?? 0;

export const schwimmen = {
  name: "schwimmen",
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true,
  setup: (_, match) => state(match ?? 0, 0),
  playerView: ({ G, playerID }) => ({
    step: G.step,
    seat: G.seat,
    action: G.action,
    view: G.views[playerID ?? 4],
  }),
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: nextToMove, next: nextToMove },
  },
  moves: {
    play: {
      move: ({ G, playerID }, action) =>
        playerID === String(G.seat) && action === G.action
          ? state(G.match, G.step + 1)
          : INVALID_MOVE,
      client: false,
    },
  },
  endIf: ({ G }) => (G.action === null ? { over: true } : undefined),
};

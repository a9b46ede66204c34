/** Puzzles as tables: the situation as its seat sees it, and the names of the actions. */
import type { Game, Hint, Match } from "schwimmen";
import type { PlayGame } from "schwimmen/play";
import type * as sent from "../../api/generated";
import { WIRE_VERSION } from "../../api/wire";
import { inOrder, type Puzzle, type Situation } from "./puzzle";
import { tableRules, viewParts } from "../table/wire-view";

/** Table and legal actions of a puzzle that is shown. */
export interface PuzzleScene {
  /** First message of a connection with the table. */
  welcome: sent.Welcome;
  /** The legal actions, in the order of the puzzle's losses. */
  actions: string[];
}

/** Return the match of a puzzle at the moment of its decision. */
function matchOf(game: PlayGame, situation: Situation): Match {
  const { preset, options = {}, dealer, leader, scores, dealt, actions } = situation;
  const players = scores.length;
  const [any] = game.match({ preset, options, players }).toRecord().rounds;
  const rest = inOrder((any?.pack ?? "").split(" ").filter((card) => !dealt.includes(card)));
  const pack = [...dealt, ...rest].join(" ");
  const match = game.match({ preset, options, players, dealer, leader, scores, pack });
  for (const action of actions) match.play(action);
  return match;
}

/** Return the scene of a puzzle; `names` are for all seats but the one to act, whose is `own`. */
export function puzzleScene(
  game: PlayGame,
  situation: Situation,
  own: string,
  names: readonly string[],
): PuzzleScene {
  const match = matchOf(game, situation);
  const seat = match.toAct ?? 0;
  const { view, own: ownView, history } = viewParts(match, seat);
  const at = new Date(0).toISOString();
  const others = names.values();
  const seats = match.players.map((_, place) =>
    place === seat ? { name: own } : { name: others.next().value ?? "", level: "club" },
  );
  return {
    welcome: {
      v: WIRE_VERSION,
      type: "welcome",
      seq: 2,
      seat,
      events: [
        { seq: 1, at, type: "created" },
        { seq: 2, at, type: "round", round: view.number, history },
      ],
      state: {
        table: {
          id: "puzzle",
          rules: tableRules(match.rules),
          seats: seats.map((one, place) => ({ seat: place, ...one })),
          created: at,
          rules_version: "",
          phase: "playing",
          round: view.number,
        },
        view,
        own: ownView,
      },
      presence: { seats: [seat], spectators: 0 },
      chat: [],
    },
    actions: ownView.choices.map(({ action }) => action),
  };
}

/** Return whether a puzzle with values of the right types can be played and has one best action. */
export function isPlayable(game: PlayGame, puzzle: Puzzle): boolean {
  try {
    const { actions } = puzzleScene(game, puzzle, "", []);
    const best = puzzle.losses.filter((loss) => loss === 0);
    return actions.length === puzzle.losses.length && best.length === 1;
  } catch {
    return false;
  }
}

/**
 * Return the hint for a puzzle, with reasons why the best action beats the chosen one, or the second
 * best if the best one was chosen; null if a new estimate prefers another action.
 */
export async function puzzleHint(
  game: Game,
  situation: Situation,
  best: string,
  chosen: string,
): Promise<Hint | null> {
  const match = matchOf(game, situation);
  await game.prepare(match);
  const hint = game.hint(match, best === chosen ? {} : { chosen });
  return hint.actions[0]?.action === best ? hint : null;
}

/** Puzzles among the decisions of a reviewed match, by the definition of the Python package. */

/** @import { Card, Level, Options, Preset, PuzzleTheme } from "./types.js" */

/**
 * Decision in which one action is clearly the best, but not the obvious one.
 * @typedef {object} Puzzle
 * @property {Preset} preset
 * @property {Partial<Options>} options Options that differ from the preset.
 * @property {number} dealer
 * @property {number} leader
 * @property {number[]} scores Lives or points of all seats before the round.
 * @property {Card[]} dealt Cards that have been dealt, in the order of the deal.
 * @property {number[]} actions Numbers of the actions since the deal.
 * @property {number} value Value of the best action: percentage of matches won, or points ahead after
 *   the round.
 * @property {number[]} losses Points that each legal action loses, in the order of the view's choices;
 *   63 or more as 63.
 * @property {Partial<Record<Level, number>>} found How many of five attempts of each level found the
 *   best action.
 * @property {PuzzleTheme[]} themes Themes, the main one first.
 * @property {number} rating Rating at which players would find it as often as the levels.
 */

import { checkNumber } from "./errors.js";
import { inside } from "./match.js";

const OBVIOUS = ["greedy", "casual"]; // levels, one of which usually misses the best action

/** Yield the puzzles among the decisions of a seat in a reviewed match, at most one a round. */
export function* puzzlesIn(game, match, review, seat) {
  const { players, rules } = match;
  checkNumber("seat", seat, 0, players.length - 1);
  const { kernel, course, rounds } = inside(match);
  const matches = course.matches.all;
  const limits = kernel.layout.puzzles;
  for (const [place, { pack, actions }] of rounds().entries()) {
    const before = kernel.decoder.match(matches[place], rules);
    if (before.status?.includes("out")) return;
    const { dealer, leader, lives, totals } = before;
    const { preset, changed: options } = rules;
    const start = { preset, options, dealer, leader, scores: lives ?? totals };
    const now = game.match({ ...start, players, pack });
    const moments = review.moments.filter(({ round }) => round === place + 1);
    const played = [];
    for (const action of actions.slice(0, limits.maxActions)) {
      const { choices, history, talon } = now.view(now.toAct);
      if (history.some(({ kind }) => kind === "recycled")) break;
      const { number, decision } = moments[played.length];
      if (decision?.seat === seat) {
        const seed = BigInt(review.seed) + BigInt(number) + 1n;
        const puzzle = puzzleAt(game, limits, now, decision, seed);
        if (puzzle !== null) {
          const dealt = pack.split(" ").slice(0, -talon || undefined);
          if (isMissed(puzzle, limits)) yield { ...start, dealt, actions: played, ...puzzle };
          break;
        }
      }
      played.push(choices.find((one) => one.action === action).number);
      now.play(action);
    }
  }
}

/**
 * Return the puzzle of the seat to act, or null unless its best action is clearly the best in two
 * estimates and not the obvious one.
 */
function puzzleAt(game, limits, match, decision, seed) {
  const [{ action: best }] = decision.actions;
  if (!isAhead(decision, match, limits)) return null;
  const obvious = obviousErrors(game, limits, match, best, seed);
  if (obvious.length === 0) return null;
  const { effort } = limits;
  const estimated = game.hint(match, { effort, seed });
  if (estimated.actions[0].action !== best || !isAhead(estimated, match, limits)) return null;
  return graded(game, limits, match, estimated, obvious, seed);
}

/** Return whether the best action is ahead by the limit, and by standard errors. */
function isAhead({ actions: [, ...others] }, match, { limit, standardErrors }) {
  const least = (limit * wholeOf(match)) / 100;
  return others.every(({ loss, lossError }) => loss >= least && loss > standardErrors * lossError);
}

/** Return the points of which limits are percentages: those of a match, or of two best hands. */
function wholeOf({ totals, rules }) {
  return totals === null ? 100 : 2 * (10 * rules.options.hand_size + 1);
}

/** Return what the obvious levels usually choose instead of the best action. */
function obviousErrors(game, { casualAttempts }, match, best, seed) {
  const wrong = OBVIOUS.map((level) => {
    const player = game.player(level, { seed });
    const chosen = Array.from({ length: casualAttempts }, () => player.choose(match));
    const times = (action) => chosen.filter((one) => one === action).length;
    return chosen.reduce((usual, one) => (times(one) > times(usual) ? one : usual));
  });
  const { choices } = match.view(match.toAct);
  return choices.filter(({ action }) => action !== best && wrong.includes(action));
}

/** Return the puzzle with values, themes, and the grade by the levels that find the best action. */
function graded(game, { solvers, attempts, maxLoss, ratings }, match, hint, obvious, seed) {
  const { totals, toAct } = match;
  const view = match.view(toAct);
  const [{ action, value }] = hint.actions;
  const losses = Object.fromEntries(hint.actions.map((one) => [one.action, one.loss]));
  const found = solvers.map((level) => {
    const player = game.player(level, { seed });
    return Array.from({ length: attempts }, () => player.choose(match)).filter(
      (chosen) => chosen === action,
    ).length;
  });
  const best = view.choices.find((choice) => choice.action === action);
  return {
    value: Math.round(totals === null ? 100 * value : value - leadOf(totals, toAct)),
    losses: view.choices.map((choice) => Math.min(maxLoss, Math.round(losses[choice.action]))),
    found: Object.fromEntries(solvers.map((level, place) => [level, found[place]])),
    themes: themesOf(view, best, obvious),
    rating: ratings[found.reduce((sum, times) => sum + times)],
  };
}

/** Return the lead of a seat over the mean of the others before the round. */
function leadOf(totals, seat) {
  const others = totals.reduce((sum, total) => sum + total, -totals[seat]);
  return totals[seat] - others / (totals.length - 1);
}

/** Return whether one of the obvious levels misses the best action in most attempts. */
function isMissed({ found }, { attempts }) {
  return OBVIOUS.some((level) => found[level] < attempts / 2);
}

/** Return the themes of a puzzle, the main one first. */
function themesOf(view, best, obvious) {
  const wouldClose = obvious.some(({ closes }) => closes);
  const isExchange = best.taken.length === 1;
  const isForSame = isExchange && obvious.some(({ taken }) => `${taken}` === `${best.taken}`);
  const facts = {
    close: best.closes,
    keepOpen: wouldClose && !best.closes,
    layDown: isForSame,
    whichCard: isExchange && !isForSame && (best.closes || !wouldClose),
    swapAll: best.taken.length > 1,
    pass: best.action === "pass",
    renew: best.action === "renew",
    dealersChoice: view.phase === "choice",
    lastTurn: view.lastTurns,
    swimming: view.seats[view.seat].status === "swimming",
  };
  return Object.keys(facts).filter((theme) => facts[theme]);
}

/** Puzzles among the decisions of a match, the same as the Python package finds. */

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

import { bitsOf } from "./decode.js";
import { checkNumber } from "./errors.js";
import { estimate, policyWith } from "./estimate.js";
import { inside, Match } from "./match.js";
import { checkPrepared, courseOf, filled, seedBy } from "./review.js";

/** Return a generator of the puzzles of a match, among the decisions of a seat or of all for null. */
export function puzzlesIn(game, match, seat, seed) {
  const { kernel } = inside(match);
  if (seat !== null) checkNumber("seat", seat, 0, match.players.length - 1);
  const replay = new Match(kernel, match.rules, match.players, match.firstDealer, null);
  checkPrepared(replay);
  return search(game, match, replay, seat, seed);
}

function* search(game, match, replay, own, seed) {
  const { players, rules } = match;
  const { kernel } = inside(match);
  const { budgets, maxActions } = kernel.layout.puzzles;
  kernel.encode(rules);
  const policies = budgets.map((budget) => policyWith(kernel, rules, budget));
  const { rounds } = match.toRecord();
  let played = []; // numbers of the actions of the round
  let isFound = false;
  for (const moment of courseOf(match, replay, true)) {
    const { round, base, dealtIn, decision } = moment;
    if (moment.seat === null) [played, isFound] = [[], false];
    if (round > 0 && dealtIn.length < players.length) return;
    const { pack, actions } = rounds[round - 1] ?? {};
    if (replay.toAct === null || played.length === actions.length) continue;
    if (!isFound && decision !== null && decision.seat === (own ?? decision.seat)) {
      const { history, talon } = replay.view();
      const isLate = played.length >= maxActions || history.some(({ kind }) => kind === "recycled");
      const puzzle = isLate ? null : judge(game, replay, moment, policies, seed);
      if (puzzle !== null) {
        isFound = true;
        const { dealer, leader, lives, totals } = kernel.decoder.match(base, rules);
        const { preset, changed } = rules;
        const start = { preset, options: { ...changed }, dealer, leader, scores: lives ?? totals };
        const dealt = pack.split(" ").slice(0, -talon || undefined);
        yield { ...start, dealt, actions: [...played], ...puzzle };
      }
    }
    played.push(inside(replay).numberOf(actions[played.length]));
  }
}

/**
 * Return the values, themes and grade of the decision of a moment at which a match is, or null unless
 * it is a puzzle; src/schwimmen/analysis/puzzles/kernel.py describes the steps.
 */
function judge(game, match, { number, base, decision }, policies, seed) {
  const sees = { ...decision, earlier: undefined }; // a solver sees the round alone
  const { kernel } = inside(match);
  const { rules, matches, views } = kernel;
  const { solvers, obvious, attempts, themes } = kernel.layout.puzzles;
  const legal = sees.choices.reduce((mask, choice) => mask + 2 ** choice.number, 0);
  const seeded = (step) =>
    seedBy(kernel, BigInt(seed) + BigInt(step), "seed_decision", number, sees.seat);
  const attempt = (puzzles, solver) => {
    const options = { seed: seeded(policies.length), earlier: false };
    const player = game.player(solvers[solver], options);
    for (let count = 0; count < attempts; count += 1) {
      const chosen = player.choose(match);
      const choice = sees.choices.find(({ action }) => action === chosen);
      puzzles.set("chosen", choice.number, solver * attempts + count);
    }
  };
  return kernel.borrow((allocate) => {
    const [moments, puzzles] = [allocate("moments"), allocate("puzzles")];
    const given = [filled(rules, sees.rules), filled(matches, base)];
    kernel.call("begin_moment", ...given, sees.seat, moments);
    for (const [step, policy] of policies.entries()) {
      filled(kernel.policies, policy);
      seeded(step);
      const [mayBe] = estimate(kernel, sees, { byAction: true }, (searches) =>
        kernel.call("add_estimate", rules, searches, legal, sees.seat, moments, puzzles),
      );
      if (mayBe === 0) return null;
      if (step > 0) continue;
      for (const solver of obvious) attempt(puzzles, solver);
      if (kernel.call("obvious_errors", puzzles)[0] === 0) return null;
    }
    for (const solver of solvers.keys()) if (!obvious.includes(solver)) attempt(puzzles, solver);
    const seen = [filled(rules, sees.rules), filled(views, sees.view)];
    kernel.call("finish_puzzle", ...seen, sees.seat, puzzles);
    const row = (field, length) => Array.from({ length }, (_, place) => puzzles.get(field, place));
    const found = row("found", solvers.length);
    return {
      value: puzzles.get("value"),
      losses: row("losses", puzzles.get("count")),
      found: Object.fromEntries(solvers.map((level, place) => [level, found[place]])),
      themes: bitsOf(puzzles.get("themes")).map((place) => themes[place]),
      rating: puzzles.get("rating"),
    };
  });
}

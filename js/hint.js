/** Hints: decisions as a review has them, before an action is played. */

import { checkPreparedView, numberOf, sightOfView } from "./encode.js";
import { EngineError } from "./errors.js";
import { inside, Match } from "./match.js";
import { layOut, positionSeen } from "./position.js";
import { budgetsOf, checkPrepared, Estimator, MOMENT, NOTHING, numberOfMoments } from "./review.js";

/**
 * Return the decision of the seat to act, with the estimates of a review with the same seed, and the
 * reasons of one in which an action is `chosen`; `rulesOf` returns rules by preset and options.
 */
export function hintFor(kernel, rulesOf, viewOrMatch, effort, seed, chosen) {
  const budgets = budgetsOf(kernel, effort);
  const { match, ...moment } =
    viewOrMatch instanceof Match ? ofMatch(viewOrMatch) : ofView(kernel, rulesOf, viewOrMatch);
  const estimator = new Estimator(kernel, match, budgets, seed);
  const { choices } = moment.decision;
  const played = chosen === undefined ? NOTHING : numberOf(choices, chosen);
  const record = estimator.record({ ...MOMENT, ...moment, chosen: played });
  const { seat, actions, reasons, onlyMove } = kernel.decoder.decision(record, choices);
  return { seat, actions, reasons, onlyMove };
}

/** Return the match and the moment of the seat to act. */
function ofMatch(match) {
  if (match.toAct === null)
    throw new EngineError("not_to_act", "no seat is to act, so there is no hint");
  checkPrepared(match);
  const { match: base, sight } = inside(match);
  const number = numberOfMoments(match) - 1;
  return { match, number, base, decision: sight(match.toAct) };
}

/** Return what a view shows of them; its round counts as the first one. */
function ofView(kernel, rulesOf, view) {
  const decision = sightOfView(kernel, rulesOf, view);
  checkPreparedView(decision);
  const { rules, seats: players, history } = view;
  const acted = history.filter(({ kind, action }) => kind !== "position" && action !== null);
  const totals = rules.options.scoring === "points" ? players.map(({ total }) => total) : null;
  const base = matchSeen(kernel, rules, decision);
  return { match: { rules, players, totals }, number: 1 + acted.length, base, decision };
}

/** Return the bytes of the match that a view shows. */
function matchSeen(kernel, rules, { rules: encoded, view, seat }) {
  kernel.rules.bytes().set(encoded);
  kernel.views.bytes().set(view);
  const position = positionSeen(kernel, rules, seat, false);
  if (position.record.scores === 0)
    throw new EngineError(
      "no_match",
      "a round by itself has no hints, only analyses: there is no match to win",
    );
  layOut(kernel, position);
  return kernel.matches.bytes().slice();
}

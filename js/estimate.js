/** Estimates of the values of moments and of actions, by searches with a budget. */

import { EngineError } from "./errors.js";
import { Grown } from "./grown.js";
import { noEvidence, search } from "./search.js";

const IMPOSSIBLE = -1;
const NO_ROUNDS = new Grown(); // before a view by itself
const EVIDENCE = new WeakMap(); // as bytes, by the list of earlier rounds

/**
 * Estimate the values of a moment to all seats, and return what `use` returns for the array of them,
 * and that of the hands that were weighed.
 *
 * `announced` are the bytes of the event of an action that was played before any card was turned up,
 * or none. With `byAction`, the values of all actions of the seat to act are estimated instead.
 */
export function estimate(kernel, sees, { announced = [], byAction = false }, use) {
  const events = new Uint8Array([...sees.events, ...announced]);
  const evidence = evidenceOf(kernel, sees);
  return search(kernel, { ...sees, events, evidence }, ({ given, space, searches }) => {
    const asked = [announced.length > 0, byAction].map(Number);
    checkPossible(kernel.call("estimate", ...given, ...asked, ...space));
    return use(
      searches,
      space.find(({ kind }) => kind === "candidates"),
    );
  });
}

/** Write reasons why an action of the seat to act is better than another into an array. */
export function explain(kernel, sees, best, other, reasons) {
  const evidence = evidenceOf(kernel, sees);
  search(kernel, { ...sees, evidence }, ({ given, space }) => {
    checkPossible(kernel.call("explain", ...given, best, other, ...space, reasons));
  });
}

/** Return the evidence of how the players play, from the earlier rounds of their match, as bytes. */
function evidenceOf(kernel, { rules: encoded, pack, earlier = NO_ROUNDS, blueprintOf }) {
  const { rules, views, policies } = kernel;
  const known = EVIDENCE.get(earlier);
  if (known !== undefined) return known;
  rules.bytes().set(encoded);
  const found = kernel.borrow((allocate) => {
    const evidence = noEvidence(allocate);
    for (const { view, events, starts = [], dealtIn } of earlier.all) {
      views.bytes().set(view);
      const past = allocate("events", events);
      checkPossible(
        kernel.call(
          "learn",
          rules,
          pack,
          views,
          past,
          past.count,
          allocate("starts", starts),
          policies,
          blueprintOf(dealtIn),
          allocate("rng"),
          allocate("searches"),
          allocate("rounds", past.count + 1),
          allocate("actions", past.count + 1),
          evidence,
        ),
      );
    }
    return evidence.bytes().slice();
  });
  EVIDENCE.set(earlier, found);
  return found;
}

function checkPossible([result]) {
  if (result === IMPOSSIBLE)
    throw new EngineError(
      "impossible_view",
      "the view does not belong to any round that can be played",
    );
}

/** Return the policy of a search with a budget under the rules last encoded, as bytes. */
export function policyWith(kernel, rules, budget) {
  const { policies, layout } = kernel;
  const { levels, levelsThatSearch } = layout.codes;
  const level = levels.indexOf(levelsThatSearch.at(-1));
  policies.bytes().fill(0);
  kernel.call("prepare", kernel.rules, kernel.packOf(rules), level, 0, policies);
  for (const [name, amount] of Object.entries(budget)) policies.set(name, amount);
  return policies.bytes().slice();
}

/** Set the rules, the budget and the state of the random numbers of the next search. */
export function beginSearch(kernel, encoded, rules, budget, state) {
  const { rng } = kernel;
  kernel.rules.bytes().set(encoded);
  policyWith(kernel, rules, budget);
  new BigUint64Array(rng.bytes().buffer, rng.pointer, 1)[0] = state;
}

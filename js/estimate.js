/** Estimates of the values of moments and of actions, by searches with a budget. */

import { checkPossible, search } from "./search.js";

/**
 * Estimate the values of a moment to all seats, and return what `use` returns for the array of them,
 * and that of the hands that were weighed.
 *
 * `announced` are the bytes of the event of an action that was played before any card was turned up,
 * or none. With `byAction`, the values of all actions of the seat to act are estimated instead.
 */
export function estimate(kernel, sees, { announced = [], byAction = false }, use) {
  const events = new Uint8Array([...sees.events, ...announced]);
  return search(kernel, { ...sees, events }, ({ given, space, searches }) => {
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
  search(kernel, sees, ({ given, space }) => {
    checkPossible(kernel.call("explain", ...given, best, other, ...space, reasons));
  });
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

/** Limits of a decision, and searches within them. */

import { checkNumber, EngineError, quote } from "./errors.js";

/**
 * Limits of one decision, which ends at the first that is reached.
 *
 * Equal numbers of `worlds` give equal decisions; a decision by `time` depends on the machine.
 * @typedef {object} Limits
 * @property {number} [worlds] Number of sampled worlds.
 * @property {number} [time] Time in seconds.
 * @property {number} [error] Standard error of the value of the best action.
 */

/** Return limits of which those that are missing are null; throw an `EngineError` for invalid ones. */
export function limitsOf({ layout }, { worlds = null, time = null, error = null }) {
  if (worlds !== null) checkNumber("worlds", worlds, 1, layout.worlds.most);
  for (const [name, value] of Object.entries({ time, error }))
    if (value !== null) checkPositive(name, value);
  return { worlds, time, error };
}

/** Return whether there is a limit at all. */
export function isLimited({ worlds, time, error }) {
  return (worlds ?? time ?? error) !== null;
}

function checkPositive(name, value) {
  if (Number.isFinite(value) && value > 0) return;
  const code = typeof value === "number" ? "out_of_range" : "wrong_type";
  throw new EngineError(code, `${name}: ${quote(value)} is not a number above 0`, { name, value });
}

/**
 * Yield what `search` returns for budgets within limits, each with twice the worlds of the one before.
 *
 * They have the candidates of `budget` and its share of rollouts. They end before a search that would
 * probably pass the time, and after one whose error, by `errorOf`, is small enough; the last one has
 * the limit's number of worlds.
 */
export function* deepened({ layout }, budget, limits, { search, errorOf }) {
  const { first, most } = layout.worlds;
  const last = limits.worlds ?? most;
  const start = performance.now();
  for (let worlds = 0; worlds < last;) {
    worlds = Math.min(last, Math.max(first, 2 * worlds));
    const begin = performance.now();
    const rollouts = Math.floor((worlds * budget.rollouts) / budget.worlds);
    const found = search({ ...budget, worlds, rollouts });
    yield found;
    const now = performance.now();
    if (limits.time !== null && now - start + 2 * (now - begin) > 1000 * limits.time) return;
    if (limits.error !== null && errorOf(found) <= limits.error) return;
  }
}

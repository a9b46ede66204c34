/** Searches from what a seat or spectator sees, in memory that is borrowed for each of them. */

import { EngineError } from "./errors.js";
import { Grown } from "./grown.js";

const IMPOSSIBLE = -1;
const NO_ROUNDS = new Grown(); // before a view by itself
const EVIDENCE = new WeakMap(); // as bytes, by the list of earlier rounds

/** Return what a search needs to know of what a seat of a match sees, or a spectator (-1). */
export function sightOf({ rules, players, totals }, kernel, seat, inner) {
  const { encoded, choices, blueprint, blueprintOf, events, starts, earlier } = inner;
  return {
    seat,
    rules: encoded,
    pack: kernel.packOf(rules),
    choices: choices(seat),
    view: kernel.views.bytes().slice(),
    events,
    starts,
    blueprint: blueprint(),
    blueprintOf,
    earlier,
    model: totals === null ? kernel.data.equity(encoded, players.length) : null,
  };
}

/**
 * Return the number of the action that a search chooses for a seat, from what it sees.
 *
 * Its policy and random numbers are in the arrays of the kernel.
 */
export function lookAhead(kernel, sees) {
  return search(kernel, sees, ({ given, space }) => {
    const [number] = kernel.call("look_ahead", ...given, ...space);
    return number;
  });
}

/** Return the evidence of how the players play, from the earlier rounds of their match, as bytes. */
function evidenceOf(kernel, { rules: encoded, pack, earlier = NO_ROUNDS, blueprintOf }) {
  const { rules, views, policies } = kernel;
  const known = EVIDENCE.get(earlier);
  if (known !== undefined) return known;
  rules.bytes().set(encoded);
  const found = kernel.borrow((allocate) => {
    const evidence = allocate("evidence");
    new Float64Array(evidence.bytes().buffer, evidence.pointer, evidence.size / 8).fill(1);
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

/** Throw an `EngineError` if a search has found that its view belongs to no real round. */
export function checkPossible([result]) {
  if (result === IMPOSSIBLE)
    throw new EngineError(
      "impossible_view",
      "the view does not belong to any round that can be played",
    );
}

/**
 * Return what `run` returns for the arrays of a search.
 *
 * Without the equity model of the match, which games for points do not need, lives lost in the round
 * count instead.
 */
export function search(kernel, sees, run) {
  const { rules: encoded, view, seat, pack, events, starts = [], blueprint, model } = sees;
  const { rules, views, policies, rng, layout } = kernel;
  const { limits, searchSpace } = layout;
  const worlds = policies.get("worlds");
  const candidates = Math.max(searchSpace.enumerated, policies.get("candidates"));
  const evidence = evidenceOf(kernel, sees);
  return kernel.borrow((allocate) => {
    rules.bytes().set(encoded);
    views.bytes().set(view);
    const lookups = allocate("lookups");
    if (model === null) views.set("in_match", 0);
    kernel.call("start_lookup", rules, views, lookups);
    const searches = allocate("searches");
    const past = allocate("events", events);
    const space = [
      allocate("starts", starts),
      policies,
      allocate("evidence", evidence),
      blueprint,
      allocate("sizes", model?.sizes ?? limits.sizes),
      allocate("values", model?.values ?? 0),
      lookups,
      allocate("equity", limits.equity),
      rng,
      searches,
      allocate("rounds", past.count + 1),
      allocate("actions", past.count + 1),
      allocate("worlds", worlds + searchSpace.replyWorlds),
      allocate("models", worlds + searchSpace.replyWorlds),
      allocate("candidates", candidates + searchSpace.replyCandidates),
      allocate("rollouts", worlds * limits.choices),
    ];
    return run({
      given: [rules, pack, views, seat, past, past.count],
      space,
      searches,
    });
  });
}

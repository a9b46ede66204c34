/** Searches from what a seat or spectator sees, in memory that is borrowed for each of them. */

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

/** Return an array of the evidence of how the players play before the first round of a match. */
export function noEvidence(allocate) {
  const evidence = allocate("evidence");
  new Float64Array(evidence.bytes().buffer, evidence.pointer, evidence.size / 8).fill(1);
  return evidence;
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
  const { evidence } = sees;
  const { limits, searchSpace } = layout;
  const worlds = policies.get("worlds");
  const candidates = Math.max(searchSpace.enumerated, policies.get("candidates"));
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
      evidence === undefined ? noEvidence(allocate) : allocate("evidence", evidence),
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

/** Searches of the strong levels, in memory that is borrowed for each of them. */

/**
 * Return the number of the action that a search chooses.
 *
 * Its rules, policy, view and random numbers are in the arrays of the kernel. `pack` is the set of
 * all cards, `events` the bytes of the events of the round so far, `model` the equity model of the
 * match, which games for points do not need. Without it, lives lost in the round count instead.
 */
export function lookAhead(kernel, { pack, seat, events, blueprint, model }) {
  const { rules, views, policies, rng, layout } = kernel;
  const { limits, searchSpace, records } = layout;
  const count = events.length / records.events.size;
  const worlds = policies.get("worlds");
  const candidates = Math.max(searchSpace.enumerated, policies.get("candidates"));
  return kernel.borrow((allocate) => {
    const filled = (kind, bytes) => {
      const copy = allocate(kind, bytes.length / records[kind].size);
      copy.bytes().set(bytes);
      return copy;
    };
    const lookups = allocate("lookups");
    if (model === null) views.set("in_match", 0);
    kernel.call("start_lookup", rules, views, lookups);
    const arrays = [
      filled("events", events),
      count,
      allocate("starts", 0),
      policies,
      blueprint,
      model ? filled("sizes", model.sizes) : allocate("sizes", limits.sizes),
      filled("values", model?.values ?? []),
      lookups,
      allocate("equity", limits.equity),
      rng,
      allocate("searches"),
      allocate("rounds", count + 1),
      allocate("actions", count + 1),
      allocate("worlds", worlds + searchSpace.replyWorlds),
      allocate("models", worlds + searchSpace.replyWorlds),
      allocate("candidates", candidates + searchSpace.replyCandidates),
      allocate("rollouts", worlds * limits.choices),
    ];
    return kernel.call("look_ahead", rules, pack, views, seat, ...arrays)[0];
  });
}

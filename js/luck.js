/** Luck with the deals of a match, by comparison with random deals. */

import { inside } from "./match.js";

/**
 * Result of a seat and its luck with the deals. The unit is a match won or, in a game for points, a
 * point of the lead over the mean of the opponents.
 * @typedef {object} DealLuck
 * @property {number} result
 * @property {number} luck
 */

/** Return the result and the luck of a seat, without a round that is still being played. */
export function dealLuck(match, seat, seed) {
  const { rounds } = match.toRecord({ finishedOnly: true });
  const { kernel, course } = inside(match);
  const { level, deals } = kernel.layout.dealLuck;
  return kernel.borrow((allocate) => {
    const { rules, policies, rng } = kernel;
    const matches = allocate("matches", rounds.length + 2);
    course.matches.all.forEach((one, place) => matches.bytes().set(one, place * matches.size));
    const packs = allocate("rounds", rounds.length + 1);
    rounds.forEach(({ pack }, round) =>
      kernel.decoder
        .numbersOf(pack)
        .forEach((card, place) => packs.set("pack", card, place, round)),
    );
    const number = kernel.layout.codes.levels.indexOf(level);
    policies.bytes().fill(0);
    kernel.call("prepare", rules, kernel.packOf(match.rules), number, 0, policies);
    new BigUint64Array(rng.bytes().buffer, rng.pointer, 1)[0] = BigInt.asUintN(64, BigInt(seed));
    const values = allocate("values", 2);
    kernel.call("find_deal_luck", rules, matches, packs, policies, seat, deals, rng, values);
    const [result, luck] = new Float64Array(values.bytes().buffer, values.pointer, 2);
    return { result, luck };
  });
}

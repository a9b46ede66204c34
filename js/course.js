/** What the rounds of a match leave behind: results, scores and facts. */

import { Grown } from "./grown.js";

/** Return the course of a match of which no round is over, with its record. */
export const newCourse = (match) => ({ rounds: new Grown(), matches: new Grown([match]) });

/** Return the result of the round in the module, which is over, as bytes. */
export function resultIn(kernel, match) {
  const { rules, rounds, results } = kernel;
  results.bytes().fill(0);
  kernel.call("result", rules, rounds, 0, match, results);
  return results.bytes().slice();
}

/** Return the losses of the round in the module, which is over, as bytes. */
export function lossesIn(kernel) {
  const [count] = kernel.call("losses", kernel.rules, kernel.rounds, 0, kernel.losses);
  return kernel.copies(kernel.losses, count);
}

/** Charge the round in the module, which is over, and note in the state what comes of it. */
export function settle(kernel, state) {
  const { rules, rounds, matches, noMatch } = kernel;
  const charged = resultIn(kernel, noMatch);
  kernel.call("settle_round", rules, matches, rounds, 0);
  const counted = resultIn(kernel, noMatch);
  const losses = lossesIn(kernel);
  const record = rounds.bytes().slice();
  state.match = matches.bytes().slice();
  state.course = {
    rounds: state.course.rounds.with(record),
    matches: state.course.matches.with(state.match),
  };
  state.results = state.results.with(resultIn(kernel, matches));
  const replayed = charged.some((byte, place) => byte !== counted[place]);
  state.round = { ...state.round, record, losses, replayed };
}

/** Return the facts of a match for a seat; its rules are in the module. */
export function factsOf(kernel, decoder, { rules, players }, { rounds, matches }, seat) {
  return kernel.borrow((allocate) => {
    const copied = (kind, all) => {
      const records = allocate(kind, all.length);
      all.forEach((one, place) => records.bytes().set(one, place * records.size));
      return records;
    };
    const facts = allocate("facts", rounds.length);
    const matchFacts = allocate("match_facts");
    const [count] = kernel.call(
      "seat_facts",
      kernel.rules,
      copied("rounds", rounds.all),
      copied("matches", matches.all),
      seat,
      facts,
      matchFacts,
    );
    const found = kernel.copies(facts, count);
    return decoder.facts(matchFacts.bytes(), found, rules, seat, players.length);
  });
}

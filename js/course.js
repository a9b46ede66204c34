/** What the rounds of a match leave behind: results, scores and facts. */

import { Grown } from "./grown.js";

/** Return the course of a match of which no round is over, with its record. */
export const newCourse = (match) => ({ rounds: new Grown(), matches: new Grown([match]) });

/** Return the course of a match after a round that is over, with the records of both. */
export const furtherCourse = ({ rounds, matches }, round, match) => ({
  rounds: rounds.with(round),
  matches: matches.with(match),
});

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

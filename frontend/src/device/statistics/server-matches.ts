/** Facts of the player's matches on the server, to count them together with those of this device. */
import type { MatchFacts, Preset, RoundFacts, Suit } from "schwimmen";
import { getPlayedMatches } from "../../api/statistics";
import type * as wire from "../../api/wire";
import { type MatchHistory, type PlayedMatch, variantOf } from "./statistics";

function roundFacts({ suit, lives_lost, ...facts }: wire.RoundFacts): RoundFacts {
  return {
    ...facts,
    suit: suit as Suit | null,
    livesLost: lives_lost,
  };
}

function matchFacts({ preset, hand_size, rounds, ...facts }: wire.MatchFacts): MatchFacts {
  return {
    ...facts,
    preset: preset as Preset,
    handSize: hand_size,
    rounds: rounds.map(roundFacts),
  };
}

function playedMatch({ facts: sent, seats, ...played }: wire.PlayedMatch): PlayedMatch {
  const facts = matchFacts(sent);
  return {
    ...played,
    seats: seats.map(({ name, level }) => ({ name, level })),
    variant: variantOf(facts),
    facts,
  };
}

/** Return all matches of the player that the server has, oldest first. */
export async function serverMatches(get = getPlayedMatches): Promise<MatchHistory> {
  const matches: PlayedMatch[] = [];
  for (;;) {
    const page = await get(matches.at(-1)?.id);
    matches.push(...page.matches.map(playedMatch));
    if (!page.more) return { matches: matches.reverse(), notCounted: page.not_counted };
  }
}

/** Return two histories as one, in the order in which their matches began. */
export function bothHistories(first: MatchHistory, second: MatchHistory): MatchHistory {
  const matches = [...first.matches, ...second.matches];
  return {
    matches: matches.sort((a, b) => Date.parse(a.started) - Date.parse(b.started)),
    notCounted: first.notCounted + second.notCounted,
  };
}

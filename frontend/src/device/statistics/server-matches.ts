/** Facts of the player's matches on the server, to count them together with those of this device. */
import { getPlayedMatches } from "../../api/statistics";
import { type MatchHistory, type PlayedMatch, variantOf } from "./statistics";

/** Return all matches of the player that the server has, oldest first. */
export async function serverMatches(get = getPlayedMatches): Promise<MatchHistory> {
  const matches: PlayedMatch[] = [];
  for (;;) {
    const page = await get(matches.at(-1)?.id);
    for (const match of page.matches) matches.push({ ...match, variant: variantOf(match.facts) });
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

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

const began = ({ started }: PlayedMatch): number => Date.parse(started);

/**
 * Return the histories of the server and of this device as one, in the order in which their matches
 * began; a match that has just been handed over and is in both counts once.
 */
export function bothHistories(server: MatchHistory, here: MatchHistory): MatchHistory {
  const handedOver = new Set(server.matches.map(began));
  const onlyHere = here.matches.filter((match) => !handedOver.has(began(match)));
  return {
    matches: [...server.matches, ...onlyHere].sort((a, b) => began(a) - began(b)),
    notCounted: server.notCounted + here.notCounted,
  };
}

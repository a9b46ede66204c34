/** Return the result and the luck of a seat, without a round that is still being played. */
export function dealLuck(match: any, seat: any, seed: any): any;
/**
 * Result of a seat and its luck with the deals. The unit is a match won or, in a game for points, a
 * point of the lead over the mean of the opponents.
 */
export type DealLuck = {
  result: number;
  luck: number;
};

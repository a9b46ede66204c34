/** Options of a game, in the form that the texts of the rules need. */
import type { Options as NamedOptions } from "schwimmen";
import type { Options } from "../api/wire";
import { bestHandName } from "../cards/card-names";
import cards from "./examples.json";

export interface Facts extends Omit<NamedOptions, "target"> {
  target: number;
  cards: number;
  lowest: string;
  endOfTurn: boolean;
  talonShowdown: boolean;
  inOrder: boolean;
  hasSpecial: boolean;
  forPoints: boolean;
  replay: boolean;
  /** Whether a close counts for the closer alone and swimming is "having the chicken". */
  dutch: boolean;
  /** Whether everyone loses whose hand is not best. */
  allButBest: boolean;
  /** Whether the other players have one more turn after a close. */
  lastTurns: boolean;
  /** Whether a round can end with last turns, for all other players or for one. */
  hasLastTurns: boolean;
  /** The name of the best hand of one suit. */
  best: string;
}

/** Packs by name: lowest rank and number of cards. */
const packs: Record<string, { lowest: string; cards: number }> = cards.packs;

export function factsOf(options: Options): Facts {
  const rules = options as NamedOptions;
  const pack = packs[rules.pack] ?? { lowest: "", cards: 0 };
  return {
    ...rules,
    target: rules.target ?? 0,
    cards: pack.cards,
    lowest: pack.lowest,
    endOfTurn: rules.close_timing === "end_of_turn",
    talonShowdown: rules.pass && rules.talon_short === "showdown",
    inOrder: rules.recycle === "in_order",
    hasSpecial: rules.special !== "none",
    forPoints: rules.scoring === "points",
    replay: rules.all_out === "replay",
    dutch: rules.close_effect === "until_one_open",
    allButBest: rules.losers === "all_but_best",
    lastTurns: rules.close_effect === "one_turn_each",
    hasLastTurns: rules.close_effect !== "immediate",
    best: bestHandName(rules.hand_size),
  };
}

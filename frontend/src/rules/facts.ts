/** Options of a game, in the form that the texts of the rules need. */
import type { Options } from "../api/wire";
import { bestHandName } from "../cards/card-names";
import cards from "./examples.json";

export interface Facts {
  cards: number;
  lowest: string;
  handSize: number;
  maxPlayers: number;
  dealerChoice: boolean;
  exchangeAll: boolean;
  pass: boolean;
  renew: boolean;
  endOfTurn: boolean;
  closeFrom: number;
  talonShowdown: boolean;
  inOrder: boolean;
  fire: boolean;
  trips: boolean;
  special: boolean;
  harsh: boolean;
  closerPays: boolean;
  forPoints: boolean;
  lives: number;
  replay: boolean;
  rounds: number;
  target: number;
  turnCap: number;
  /** Whether a close counts for the closer alone and swimming is "having the chicken". */
  dutch: boolean;
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
  const pack = packs[String(options["pack"])] ?? { lowest: "", cards: 0 };
  const handSize = Number(options["hand_size"]);
  return {
    cards: pack.cards,
    lowest: pack.lowest,
    handSize,
    maxPlayers: Number(options["max_players"]),
    dealerChoice: options["dealer_choice"] === true,
    exchangeAll: options["exchange_all"] === true,
    pass: options["pass"] === true,
    renew: options["renew"] === true,
    endOfTurn: options["close_timing"] === "end_of_turn",
    closeFrom: Number(options["close_from_turn"]),
    talonShowdown: options["pass"] === true && options["talon_short"] === "showdown",
    inOrder: options["recycle"] === "in_order",
    fire: options["fire"] === true,
    trips: options["three_of_a_kind"] === true,
    special: options["special"] !== "none",
    harsh: options["dealt_penalty"] === "harsh",
    closerPays: options["closer_penalty"] === true,
    forPoints: options["scoring"] === "points",
    lives: Number(options["lives"]),
    replay: options["all_out"] === "replay",
    rounds: Number(options["rounds"]),
    target: Number(options["target"] ?? 0),
    turnCap: Number(options["turn_cap"]),
    dutch: options["close_effect"] === "until_one_open",
    lastTurns: options["close_effect"] === "one_turn_each",
    hasLastTurns: options["close_effect"] !== "immediate",
    best: bestHandName(handSize),
  };
}

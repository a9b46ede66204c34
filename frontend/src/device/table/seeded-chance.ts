/**
 * Chance of a table that follows from its seed, so that every match with the seed has the same cards
 * and the same bots. Cards are arranged as in the deal of the day (docs/daily.md).
 */
import type { Match } from "schwimmen";
import { Draws } from "../../game/draws";

const BYTE = 256;
/** Bytes of the seed of a bot's choice. */
const CHOICE_BYTES = 8;

/** Return a random seed of 128 bits, as hexadecimal digits. */
export const newSeed = (): string =>
  Array.from(crypto.getRandomValues(new BigUint64Array(2)), (half) =>
    half.toString(16).padStart(16, "0"),
  ).join("");

/** A deal: the round, counted from 1, its dealer, and the seats that are not out. */
interface Deal {
  round: number;
  dealer: number;
  active: readonly number[];
}

export class SeededChance {
  readonly #seed: string;
  readonly #players: number;
  readonly #handSize: number;
  readonly #cards: readonly string[];

  /** `dealt` is any match with the rules and the number of players, of which a round is dealt. */
  constructor(seed: string, dealt: Match) {
    this.#seed = seed;
    this.#players = dealt.players.length;
    this.#handSize = dealt.rules.options.hand_size;
    this.#cards = dealt.toRecord().rounds[0]!.pack.split(" ");
  }

  /** The first dealer. */
  get dealer(): number {
    return new Draws(this.#seed, "dealer").below(this.#players);
  }

  /**
   * Return the pack of a round in the order of the deal. The cards of a seat depend neither on the
   * dealer nor on the seats that are out, whose cards go under the talon.
   */
  pack({ round, dealer, active }: Deal): string[] {
    const order = this.#shuffled(`pack ${round}`, this.#cards);
    const hand = (place: number) =>
      order.slice(this.#handSize * place, this.#handSize * (place + 1));
    const seats = Array.from(
      { length: this.#players },
      (_, step) => (dealer + 1 + step) % this.#players,
    );
    const extraAndTalon = order.slice(this.#handSize * this.#players);
    return [
      ...seats.filter((seat) => active.includes(seat)).flatMap(hand),
      ...extraAndTalon,
      ...seats
        .filter((seat) => !active.includes(seat))
        .toSorted((a, b) => a - b)
        .flatMap(hand),
    ];
  }

  /** Return the order in which recycling `number` of a round shuffles cards; both count from 1. */
  shuffle(cards: readonly string[], round: number, number: number): string[] {
    return this.#shuffled(`shuffle ${round} ${number}`, cards);
  }

  /** Return the seed of a bot's choice, by the round from 1 and its own turn from 0. */
  botSeed(round: number, seat: number, turn: number): bigint {
    const draws = new Draws(this.#seed, `bot ${round} ${seat} ${turn}`);
    let seed = 0n;
    for (let byte = 0; byte < CHOICE_BYTES; byte++)
      seed = seed * BigInt(BYTE) + BigInt(draws.below(BYTE));
    return seed;
  }

  /** Return cards in any order shuffled for a purpose. */
  #shuffled(purpose: string, cards: readonly string[]): string[] {
    return new Draws(this.#seed, purpose).shuffled(cards.toSorted());
  }
}

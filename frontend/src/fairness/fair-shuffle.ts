/**
 * Shuffles that nobody can choose: the algorithm "schwimmen-fair/1", told in docs/fairness.md.
 *
 * Everything hashed is one line of JSON that begins with the version and says what it is for; every
 * seed is 32 random bytes, written as 64 hexadecimal digits.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export const VERSION = "schwimmen-fair/1";

/** What a match is played by, as its record has it: a deal is good for no other. */
export interface Terms {
  table: string;
  preset: string;
  options: Readonly<Record<string, unknown>>;
  players: readonly string[];
}

/** A hash or a seed of each seat that takes part, seats ascending. */
export type BySeat = readonly (readonly [seat: number, hex: string])[];

/** What the server publishes before any browser commits; attempts count from 1. */
export function serverCommitment(terms: Terms, attempt: number, seed: string): string {
  const { table, preset, options, players } = terms;
  const sorted = Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1));
  return hash("server", table, attempt, preset, Object.fromEntries(sorted), players, seed);
}

/** What the browser at a seat sends, having seen the server's commitment for this attempt. */
export const playerCommitment = (
  server: string,
  attempt: number,
  seat: number,
  seed: string,
): string => hash("player", server, attempt, seat, seed);

/** All commitments in one hash: known to all before any seed is revealed. */
export const sealOf = (server: string, commitments: BySeat): string =>
  hash("seal", server, commitments);

/** What all draws of the match follow from. */
export const matchKey = (seal: string, serverSeed: string, seeds: BySeat): string =>
  hash("key", seal, serverSeed, seeds);

function hash(...parts: unknown[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([VERSION, ...parts]))));
}

/** Numbers and orders drawn for one purpose: "dealer", "pack 3", "shuffle 3 1". */
export class Draws {
  readonly #bytes: Generator<number, never>;

  constructor(key: string, purpose: string) {
    this.#bytes = bytesOf(hexToBytes(key), purpose);
  }

  /** A number from 0 to below n, 1 to 256. Bytes that would favour low ones are passed over. */
  below(n: number): number {
    if (!(n >= 1 && n <= 256)) throw new RangeError(`a byte draws no number below ${n}`);
    const even = 256 - (256 % n);
    let byte = this.#bytes.next().value;
    while (byte >= even) byte = this.#bytes.next().value;
    return byte % n;
  }

  /** The cards, which lie in the order of a record, in an order drawn by chance (Fisher-Yates). */
  shuffled<Card>(cards: readonly Card[]): Card[] {
    const order = [...cards];
    for (let last = order.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other]!, order[last]!];
    }
    return order;
  }
}

function* bytesOf(key: Uint8Array, purpose: string): Generator<number, never> {
  for (let block = 1; ; block++) yield* hmac(sha256, key, utf8ToBytes(`${purpose} ${block}`));
}

/**
 * The verifiable shuffle "schwimmen-fair/1" of docs/fairness.md.
 *
 * Each hash input is one line of JSON that begins with the version and the purpose; each seed is
 * 32 random bytes, written as 64 hexadecimal digits.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export const VERSION = "schwimmen-fair/1";

/** The terms of a match as in its record; the server's commitment binds the deals to them. */
export interface Terms {
  table: string;
  preset: string;
  options: Readonly<Record<string, unknown>>;
  players: readonly string[];
}

/** A hash or a seed for each participating seat, in ascending order of seats. */
export type BySeat = readonly (readonly [seat: number, hex: string])[];

/** Return the hash that the server publishes before any browser commits; attempts count from 1. */
export function serverCommitment(terms: Terms, attempt: number, seed: string): string {
  const { table, preset, options, players } = terms;
  const sorted = Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1));
  return hash("server", table, attempt, preset, Object.fromEntries(sorted), players, seed);
}

/** Return the hash that the browser at a seat sends after it has seen the server's commitment. */
export const playerCommitment = (
  server: string,
  attempt: number,
  seat: number,
  seed: string,
): string => hash("player", server, attempt, seat, seed);

/** Return the hash of all commitments, which is published before any seed is revealed. */
export const sealOf = (server: string, commitments: BySeat): string =>
  hash("seal", server, commitments);

/** Return the key from which all random draws of the match are derived. */
export const matchKey = (seal: string, serverSeed: string, seeds: BySeat): string =>
  hash("key", seal, serverSeed, seeds);

const hash = (...parts: unknown[]): string => hashLine(VERSION, ...parts);

/** Return the hash of a line of JSON, as 64 hexadecimal digits. */
export const hashLine = (...parts: unknown[]): string =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts))));

/** Random draws for one purpose: "dealer", "pack 3", "shuffle 3 1". */
export class Draws {
  readonly #bytes: Generator<number, never>;

  constructor(key: string, purpose: string) {
    this.#bytes = bytesOf(hexToBytes(key), purpose);
  }

  /** Return a number from 0 to n - 1, with n from 1 to 256; biased bytes are rejected. */
  below(n: number): number {
    if (!(n >= 1 && n <= 256)) throw new RangeError(`n must be 1 to 256, not ${n}`);
    const unbiased = 256 - (256 % n);
    let byte = this.#bytes.next().value;
    while (byte >= unbiased) byte = this.#bytes.next().value;
    return byte % n;
  }

  /** Return the cards, given in the order of a record, shuffled (Fisher-Yates). */
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

/**
 * The verifiable shuffle "schwimmen-fair/1" of docs/fairness.md.
 *
 * Each hash input is one line of JSON that begins with the version and the purpose; each seed is
 * 32 random bytes, written as 64 hexadecimal digits.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

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

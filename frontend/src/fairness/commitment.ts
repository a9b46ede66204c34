/** A browser's own part before a match: it commits to a seed, and reveals it when all have. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { type BySeat, playerCommitment, sealOf } from "./fair-shuffle.ts";

/** A seed for one attempt, kept to itself. Plain data, to be kept as long as the match. */
export interface Promised {
  server: string;
  attempt: number;
  seat: number;
  seed: string;
  commitment: string;
  /** Of the list of commitments under which the seed was revealed; null as long as it was not. */
  seal: string | null;
}

/**
 * Commits to a new seed; `commitment` is what to send. `before` is the last promise for this match:
 * asked again under the same commitment of the server, that promise still stands.
 *
 * Throws where the server asks for anything but the attempt after it: that would hide an attempt.
 */
export function promise(
  server: string,
  attempt: number,
  seat: number,
  before: Promised | null,
): Promised {
  if (before?.server === server && before.attempt === attempt && before.seat === seat)
    return before;
  if (before !== null && attempt !== before.attempt + 1)
    throw new Error(`attempt ${attempt} does not follow attempt ${before.attempt}`);
  // Not crypto.subtle: a table over plain HTTP has none.
  const seed = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  const commitment = playerCommitment(server, attempt, seat, seed);
  return { server, attempt, seat, seed, commitment, seal: null };
}

/**
 * The promise with the seal of the list that the server has closed. Keep it, then send its seed.
 *
 * Throws where the list is under another commitment of the server, lacks this promise, or is not
 * the one under which the seed was revealed before: then nothing must be revealed.
 */
export function reveal(promised: Promised, server: string, commitments: BySeat): Promised {
  const own = commitments.find(([seat]) => seat === promised.seat);
  if (server !== promised.server || own?.[1] !== promised.commitment)
    throw new Error("the list of commitments is not the one this browser committed to");
  const seal = sealOf(server, commitments);
  if (promised.seal !== null && promised.seal !== seal)
    throw new Error("the list of commitments has changed since the seed was revealed");
  return { ...promised, seal };
}

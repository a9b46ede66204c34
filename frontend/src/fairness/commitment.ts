/** A browser's steps before a match: commit to a seed, and reveal it after all have committed. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { type BySeat, playerCommitment, sealOf } from "./fair-shuffle.ts";

/** A secret seed for one attempt, with its commitment. Plain data, stored as long as the match. */
export interface SeedCommitment {
  server: string;
  attempt: number;
  seat: number;
  seed: string;
  commitment: string;
  /** Seal of the list of commitments for which the seed was revealed; null until then. */
  seal: string | null;
}

/**
 * Commit to a new seed. `previous` is the last commitment for this match; it is returned if the
 * server asks again for the same attempt under the same commitment of its own.
 *
 * @throws if the server asks for any attempt but the next, which would hide an attempt.
 */
export function commitSeed(
  server: string,
  attempt: number,
  seat: number,
  previous: SeedCommitment | null,
): SeedCommitment {
  if (previous?.server === server && previous.attempt === attempt && previous.seat === seat)
    return previous;
  if (previous !== null && attempt !== previous.attempt + 1)
    throw new Error(`attempt ${attempt} does not follow attempt ${previous.attempt}`);
  // crypto.subtle does not exist over plain HTTP.
  const seed = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  const commitment = playerCommitment(server, attempt, seat, seed);
  return { server, attempt, seat, seed, commitment, seal: null };
}

/**
 * Return the commitment with the seal of the closed list. Store it, then send its seed.
 *
 * @throws if the list belongs to another commitment of the server, lacks this commitment, or
 * differs from the list for which the seed was revealed before: then nothing must be revealed.
 */
export function revealSeed(
  own: SeedCommitment,
  server: string,
  commitments: BySeat,
): SeedCommitment {
  const listed = commitments.find(([seat]) => seat === own.seat)?.[1];
  if (server !== own.server || listed !== own.commitment)
    throw new Error("the list of commitments is not the one this browser committed to");
  const seal = sealOf(server, commitments);
  if (own.seal !== null && own.seal !== seal)
    throw new Error("the list of commitments has changed since the seed was revealed");
  return { ...own, seal };
}

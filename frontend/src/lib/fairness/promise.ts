/** A browser's own part before a match: it commits to a seed, and reveals it when all have. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { type BySeat, playerCommitment, sealOf } from "./fair.ts";

/** A seed kept to itself, for one commitment of the server and one seat. Plain data, to be kept. */
export interface Promised {
  server: string;
  seat: number;
  seed: string;
  commitment: string;
}

/** Commits to a new seed under the server's commitment; `commitment` is what to send. */
export function promise(server: string, seat: number): Promised {
  // Not crypto.subtle: a table over plain HTTP has none.
  const seed = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  return { server, seat, seed, commitment: playerCommitment(server, seat, seed) };
}

/**
 * The seed to send once the server has closed the list of commitments, and the seal of that list:
 * to be kept until the match is over, since it shows that the list was this one.
 *
 * Throws where the list is not under the commitment that was promised to, or without this promise:
 * then nothing must be revealed.
 */
export function reveal(
  promised: Promised,
  server: string,
  commitments: BySeat,
): { seed: string; seal: string } {
  const own = commitments.find(([seat]) => seat === promised.seat);
  if (server !== promised.server || own?.[1] !== promised.commitment)
    throw new Error("the list of commitments is not the one this browser committed to");
  return { seed: promised.seed, seal: sealOf(server, commitments) };
}

import { count } from "../grammar";
import { list } from "./grammar";

/** The check of the shuffles: each fault says where, as far as there is a where. */
export const fairness = {
  fairness: {
    check: "Check the shuffles",
    again: "Check again",
    fair: "The shuffles are as they were committed to.",
    unfair: "The shuffles do not check out.",
    unknown: "The shuffles cannot be checked.",
    committed: "The server kept to the seed it had committed to before the match.",
    mixed: (names: string[]) =>
      `Mixed in: the ${names.length === 1 ? "seed" : "seeds"} of ${list(names)}.`,
    unmixed: "No player’s seed was mixed in; the server was bound to its own.",
    followed: (packs: number, shuffles: number) =>
      `What follows from the seeds: ${list(["the first dealer", count(packs, "pack", "packs"), ...(shuffles ? [count(shuffles, "later shuffle", "later shuffles")] : [])])}.`,
    attempts: (n: number) =>
      `${count(n - 1, "attempt", "attempts")} before that failed, since a seed was not revealed.`,
    seen: "The seal is the one that this device saw before the match.",
    compare: "Is this the seal that you saw before the match?",
    seal: "Seal",
    faults: {
      none: "This record says nothing of its seeds.",
      version: "Its seeds are written in a way that this page does not know.",
      malformed: (key: string) => `The record cannot be read: “${key}”.`,
      server_seed: (attempt: number) =>
        `The server had not committed to this seed for these rules and players (attempt ${attempt}).`,
      player_seed: (attempt: number, name: string) =>
        `This is not the seed that ${name} had committed to (attempt ${attempt}).`,
      attempts: (attempt: number) =>
        `Attempt ${attempt}: who took part, and who revealed a seed, does not fit together.`,
      seal: "The seal is not the one that this device saw before the match.",
      unpublished: "The server’s seed is published when the match is over.",
      forgotten:
        "Somebody who played has been forgotten, and the server had committed to their name too. All else follows from the seeds.",
      dealer: "The first dealer is not the one that follows from the seeds.",
      pack: (round: number) =>
        `Round ${round}: the pack is not the one that follows from the seeds.`,
      shuffle: (round: number, shuffle: number) =>
        `Round ${round}: shuffle ${shuffle} is not the one that follows from the seeds.`,
    },
  },
};

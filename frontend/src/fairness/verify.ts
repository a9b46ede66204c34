/** Verification that the deals of a record follow from the seeds under its `fairness` key. */
import { Draws } from "../game/draws.ts";
import { matchKey, playerCommitment, sealOf, serverCommitment } from "./fair-shuffle.ts";
import {
  type Fault,
  type Claim,
  readClaim,
  RECORD_ORDER,
  VerificationError,
} from "./fairness-record.ts";

/** Verified numbers and the seats that contributed seeds, or the fault that was found. */
export type Verdict =
  | {
      fair: true;
      seal: string;
      seats: number[];
      attempts: number;
      rounds: number;
      shuffles: number;
    }
  | ({ fair: false } & Fault);

/**
 * Verify first dealer, packs and shuffles of a record. `seen` is the seal that this browser saw
 * before the match: only that comparison rules out seeds chosen after the fact.
 */
export function verify(record: unknown, seen?: string): Verdict {
  try {
    return check(readClaim(record), seen);
  } catch (error) {
    if (error instanceof VerificationError) return { fair: false, ...error.fault };
    throw error;
  }
}

function check(claim: Claim, seen: string | undefined): Verdict {
  claim.attempts.forEach((_, i) => checkAttempt(claim, i));
  const { commitment, seed, commitments, seeds } = claim.attempts.at(-1)!;
  const seal = sealOf(commitment, commitments);
  if (seen !== undefined && seen !== seal) throw new VerificationError({ code: "seal" });
  if (seed === null) throw new VerificationError({ code: "unpublished" });
  checkDraws(claim, matchKey(seal, seed, seeds));
  if (claim.forgotten) throw new VerificationError({ code: "forgotten" });
  return {
    fair: true,
    seal,
    seats: seeds.map(([seat]) => seat),
    attempts: claim.attempts.length,
    rounds: claim.rounds.length,
    shuffles: claim.rounds.reduce((sum, { shuffles }) => sum + shuffles.length, 0),
  };
}

/** Check that each seed matches its commitment and that no attempt was abandoned without cause. */
function checkAttempt({ attempts, terms, forgotten }: Claim, i: number): void {
  const attempt = i + 1;
  const { commitment, seed, commitments, seeds } = attempts[i]!;
  const matches =
    seed === null || forgotten || serverCommitment(terms, attempt, seed) === commitment;
  if (!matches) throw new VerificationError({ code: "server_seed", attempt });
  const committed = new Map(commitments);
  for (const [seat, seed] of seeds)
    if (playerCommitment(commitment, attempt, seat, seed) !== committed.get(seat))
      throw new VerificationError({ code: "player_seed", attempt, seat });

  const allRevealed = seeds.length === commitments.length;
  const isLast = attempt === attempts.length;
  const revealedBefore = new Map(attempts[i - 1]?.seeds ?? commitments);
  const rejoined = commitments.some(([seat]) => !revealedBefore.has(seat));
  if (allRevealed !== isLast || rejoined)
    throw new VerificationError({ code: "attempts", attempt });
}

function checkDraws({ terms, dealer, rounds }: Claim, key: string): void {
  if (dealer !== new Draws(key, "dealer").below(terms.players.length))
    throw new VerificationError({ code: "dealer" });
  rounds.forEach(({ pack, shuffles }, i) => {
    const round = i + 1;
    // A pack has the highest ranks of every suit.
    const full = RECORD_ORDER.filter((_, card) => card % 13 < pack.length / 4);
    if (!same(pack, new Draws(key, `pack ${round}`).shuffled(full)))
      throw new VerificationError({ code: "pack", round });
    shuffles.forEach((order, i) => {
      const shuffle = i + 1;
      const discards = RECORD_ORDER.filter((card) => order.includes(card));
      if (!same(order, new Draws(key, `shuffle ${round} ${shuffle}`).shuffled(discards)))
        throw new VerificationError({ code: "shuffle", round, shuffle });
    });
  });
}

const same = (cards: readonly string[], others: readonly string[]) =>
  cards.join(" ") === others.join(" ");

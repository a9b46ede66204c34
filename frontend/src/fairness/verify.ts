/** Whether the deals of a record follow from the seeds that its `fairness` key tells. */
import { Draws, matchKey, playerCommitment, sealOf, serverCommitment } from "./fair-shuffle.ts";
import { type Fault, type Played, read, RECORD_ORDER, Unfair } from "./fairness-record.ts";

/** What was verified, with the seats whose seeds were mixed in; or what does not verify. */
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
 * Checks first dealer, packs and shuffles of a record. `seen` is the seal that this browser saw
 * before the match: only who compares it knows that the seeds were not chosen for the record.
 */
export function verify(record: unknown, seen?: string): Verdict {
  try {
    return check(read(record), seen);
  } catch (error) {
    if (error instanceof Unfair) return { fair: false, ...error.fault };
    throw error;
  }
}

function check(played: Played, seen: string | undefined): Verdict {
  played.attempts.forEach((_, place) => checkAttempt(played, place));
  const { commitment, seed, commitments, seeds } = played.attempts.at(-1)!;
  const seal = sealOf(commitment, commitments);
  if (seen !== undefined && seen !== seal) throw new Unfair({ code: "seal" });
  if (seed === null) throw new Unfair({ code: "unpublished" });
  checkDraws(played, matchKey(seal, seed, seeds));
  if (played.forgotten) throw new Unfair({ code: "forgotten" });
  return {
    fair: true,
    seal,
    seats: seeds.map(([seat]) => seat),
    attempts: played.attempts.length,
    rounds: played.rounds.length,
    shuffles: played.rounds.reduce((sum, { shuffles }) => sum + shuffles.length, 0),
  };
}

/** Everybody kept to the seed committed to, and an attempt was given up only with cause. */
function checkAttempt({ attempts, terms, forgotten }: Played, place: number): void {
  const attempt = place + 1;
  const { commitment, seed, commitments, seeds } = attempts[place]!;
  const kept = seed === null || forgotten || serverCommitment(terms, attempt, seed) === commitment;
  if (!kept) throw new Unfair({ code: "server_seed", attempt });
  const committed = new Map(commitments);
  for (const [seat, seed] of seeds)
    if (playerCommitment(commitment, attempt, seat, seed) !== committed.get(seat))
      throw new Unfair({ code: "player_seed", attempt, seat });

  const allRevealed = seeds.length === commitments.length;
  const isLast = attempt === attempts.length;
  const revealedBefore = new Map(attempts[place - 1]?.seeds ?? commitments);
  const someoneCameBack = commitments.some(([seat]) => !revealedBefore.has(seat));
  if (allRevealed !== isLast || someoneCameBack) throw new Unfair({ code: "attempts", attempt });
}

function checkDraws({ terms, dealer, rounds }: Played, key: string): void {
  if (dealer !== new Draws(key, "dealer").below(terms.players.length))
    throw new Unfair({ code: "dealer" });
  rounds.forEach(({ pack, shuffles }, place) => {
    const round = place + 1;
    // A pack is so many ranks of every suit, from the ace down.
    const whole = RECORD_ORDER.filter((_, card) => card % 13 < pack.length / 4);
    if (!same(pack, new Draws(key, `pack ${round}`).shuffled(whole)))
      throw new Unfair({ code: "pack", round });
    shuffles.forEach((order, place) => {
      const shuffle = place + 1;
      const aside = RECORD_ORDER.filter((card) => order.includes(card));
      if (!same(order, new Draws(key, `shuffle ${round} ${shuffle}`).shuffled(aside)))
        throw new Unfair({ code: "shuffle", round, shuffle });
    });
  });
}

const same = (cards: readonly string[], others: readonly string[]) =>
  cards.join(" ") === others.join(" ");

/** Parsing of the keys of a record that the fairness check needs; a record is untrusted input. */
import { type BySeat, type Terms, VERSION } from "./fair-shuffle.ts";

export type FaultCode =
  | "none"
  | "version"
  | "malformed"
  | "server_seed"
  | "player_seed"
  | "attempts"
  | "seal"
  | "unpublished"
  | "forgotten"
  | "dealer"
  | "pack"
  | "shuffle";

/** A fault found by verification; attempts, rounds and shuffles count from 1, seats from 0. */
export interface Fault {
  code: FaultCode;
  attempt?: number;
  seat?: number;
  round?: number;
  shuffle?: number;
  /** The key that is missing or malformed. */
  key?: string;
}

/** Error for a fault found by verification. */
export class VerificationError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.code);
  }
}

/** One run of the commit-reveal protocol. */
export interface Attempt {
  commitment: string;
  /** The server's seed; null until it is published. */
  seed: string | null;
  commitments: BySeat;
  /** The seeds that were revealed. */
  seeds: BySeat;
}

/** The deals of a record, and the seeds they are claimed to follow from. */
export interface Claim {
  terms: Terms;
  attempts: readonly Attempt[];
  /** Whether a player's name, to which the server had committed, has been erased. */
  forgotten: boolean;
  dealer: number;
  rounds: readonly { pack: readonly string[]; shuffles: readonly (readonly string[])[] }[];
}

/** All 52 cards in the order of a record: clubs, spades, hearts, diamonds, high before low. */
export const RECORD_ORDER: readonly string[] = [..."CSHD"].flatMap((suit) =>
  [..."AKQJT98765432"].map((rank) => rank + suit),
);

/** Upper limit of `Draws.below`, which draws the first dealer. */
const MAX_PLAYERS = 256;

/** Return the attempts of a record, or an empty list if its claim is missing or malformed. */
export function attemptsOf(record: unknown): readonly Attempt[] {
  try {
    return readClaim(record).attempts;
  } catch (error) {
    if (error instanceof VerificationError) return [];
    throw error;
  }
}

/**
 * Parse the fairness claim of a record.
 *
 * @throws VerificationError if the claim is missing or malformed.
 */
export function readClaim(data: unknown): Claim {
  const record = object(data, "record");
  if ((record["fairness"] ?? null) === null) throw new VerificationError({ code: "none" });
  const fairness = object(record["fairness"], "fairness");
  if (fairness["version"] !== VERSION) throw new VerificationError({ code: "version" });
  const rules = object(record["rules"], "rules");
  const players = list(record["players"], "players", text);
  if (players.length < 1 || players.length > MAX_PLAYERS) throw malformed("players");
  const terms = {
    table: text(fairness["table"], "fairness.table"),
    preset: text(rules["preset"], "rules.preset"),
    options: object(rules["options"] ?? {}, "rules.options"),
    players,
  };
  const attempts = list(fairness["attempts"], "fairness.attempts", (attempt, key) =>
    readAttempt(attempt, key, players.length),
  );
  if (attempts.length === 0) throw malformed("fairness.attempts");
  const unpublished = attempts.slice(0, -1).findIndex(({ seed }) => seed === null);
  if (unpublished >= 0) throw malformed(`fairness.attempts[${unpublished}].seed`);
  return {
    terms,
    attempts,
    forgotten: bool(fairness["forgotten"] ?? false, "fairness.forgotten"),
    dealer: integer(record["dealer"], "dealer"),
    rounds: list(record["rounds"], "rounds", readRound),
  };
}

function readAttempt(data: unknown, key: string, seats: number): Attempt {
  const attempt = object(data, key);
  let last = -1;
  const players = list(attempt["players"], `${key}.players`, (data, key) => {
    const player = object(data, key);
    const seat = integer(player["seat"], `${key}.seat`);
    if (seat <= last || seat >= seats) throw malformed(`${key}.seat`);
    last = seat;
    const commitment = hex(player["commitment"], `${key}.commitment`);
    return { seat, commitment, seed: hexOrNull(player["seed"], `${key}.seed`) };
  });
  return {
    commitment: hex(attempt["commitment"], `${key}.commitment`),
    seed: hexOrNull(attempt["seed"], `${key}.seed`),
    commitments: players.map(({ seat, commitment }) => [seat, commitment]),
    seeds: players.flatMap(({ seat, seed }) => (seed === null ? [] : [[seat, seed] as const])),
  };
}

function readRound(data: unknown, key: string) {
  const round = object(data, key);
  return {
    pack: cards(round["pack"], `${key}.pack`),
    shuffles: list(round["shuffles"] ?? [], `${key}.shuffles`, cards),
  };
}

const malformed = (key: string) => new VerificationError({ code: "malformed", key });

function object(value: unknown, key: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed(key);
  return value as Record<string, unknown>;
}

function list<T>(value: unknown, key: string, parse: (value: unknown, key: string) => T): T[] {
  if (!Array.isArray(value)) throw malformed(key);
  return value.map((item: unknown, i) => parse(item, `${key}[${i}]`));
}

function text(value: unknown, key: string): string {
  if (typeof value !== "string") throw malformed(key);
  return value;
}

function bool(value: unknown, key: string): boolean {
  if (typeof value !== "boolean") throw malformed(key);
  return value;
}

function integer(value: unknown, key: string): number {
  if (!Number.isSafeInteger(value)) throw malformed(key);
  return value as number;
}

function hex(value: unknown, key: string): string {
  if (!/^[0-9a-f]{64}$/.test(text(value, key))) throw malformed(key);
  return value as string;
}

const hexOrNull = (value: unknown, key: string) => (value === null ? null : hex(value, key));

function cards(value: unknown, key: string): string[] {
  const found = text(value, key).split(" ");
  const valid = found.every((card) => RECORD_ORDER.includes(card));
  if (!valid || new Set(found).size < found.length) throw malformed(key);
  return found;
}

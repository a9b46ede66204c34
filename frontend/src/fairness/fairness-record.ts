/** The keys of a record that the check needs; their form is checked, for it may come from anywhere. */
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

/** What does not verify, and where. All but seats count from 1. */
export interface Fault {
  code: FaultCode;
  attempt?: number;
  seat?: number;
  round?: number;
  shuffle?: number;
  /** The key that is missing or of the wrong form. */
  key?: string;
}

export class Unfair extends Error {
  constructor(readonly fault: Fault) {
    super(fault.code);
  }
}

export interface Attempt {
  commitment: string;
  /** The server's; null until it is published. */
  seed: string | null;
  commitments: BySeat;
  /** Those that were revealed. */
  seeds: BySeat;
}

export interface Played {
  terms: Terms;
  attempts: readonly Attempt[];
  /** Whether somebody who played has been forgotten, whose name the server had committed to. */
  forgotten: boolean;
  dealer: number;
  rounds: readonly { pack: readonly string[]; shuffles: readonly (readonly string[])[] }[];
}

/** All cards in the order of a record: clubs, spades, hearts, diamonds, high before low. */
export const RECORD_ORDER: readonly string[] = [..."CSHD"].flatMap((suit) =>
  [..."AKQJT98765432"].map((rank) => rank + suit),
);

/** More are in no game; and a dealer is drawn by one byte. */
const MOST_PLAYERS = 256;

/** The attempts that a record tells of; none of one that cannot be checked. */
export function attemptsOf(record: unknown): readonly Attempt[] {
  try {
    return read(record).attempts;
  } catch (error) {
    if (error instanceof Unfair) return [];
    throw error;
  }
}

export function read(data: unknown): Played {
  const record = object(data, "record");
  if ((record["fairness"] ?? null) === null) throw new Unfair({ code: "none" });
  const fairness = object(record["fairness"], "fairness");
  if (fairness["version"] !== VERSION) throw new Unfair({ code: "version" });
  const rules = object(record["rules"], "rules");
  const players = list(record["players"], "players", text);
  if (players.length < 1 || players.length > MOST_PLAYERS) throw malformed("players");
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
  const givenUp = attempts.slice(0, -1).findIndex(({ seed }) => seed === null);
  if (givenUp >= 0) throw malformed(`fairness.attempts[${givenUp}].seed`);
  return {
    terms,
    attempts,
    forgotten: truth(fairness["forgotten"] ?? false, "fairness.forgotten"),
    dealer: whole(record["dealer"], "dealer"),
    rounds: list(record["rounds"], "rounds", readRound),
  };
}

function readAttempt(data: unknown, where: string, seats: number): Attempt {
  const attempt = object(data, where);
  let last = -1;
  const players = list(attempt["players"], `${where}.players`, (data, key) => {
    const player = object(data, key);
    const seat = whole(player["seat"], `${key}.seat`);
    if (seat <= last || seat >= seats) throw malformed(`${key}.seat`);
    last = seat;
    const commitment = hex(player["commitment"], `${key}.commitment`);
    return { seat, commitment, seed: hexOrNull(player["seed"], `${key}.seed`) };
  });
  return {
    commitment: hex(attempt["commitment"], `${where}.commitment`),
    seed: hexOrNull(attempt["seed"], `${where}.seed`),
    commitments: players.map(({ seat, commitment }) => [seat, commitment]),
    seeds: players.flatMap(({ seat, seed }) => (seed === null ? [] : [[seat, seed] as const])),
  };
}

function readRound(data: unknown, where: string) {
  const round = object(data, where);
  return {
    pack: cards(round["pack"], `${where}.pack`),
    shuffles: list(round["shuffles"] ?? [], `${where}.shuffles`, cards),
  };
}

const malformed = (key: string) => new Unfair({ code: "malformed", key });

function object(value: unknown, key: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed(key);
  return value as Record<string, unknown>;
}

function list<T>(value: unknown, key: string, member: (value: unknown, key: string) => T): T[] {
  if (!Array.isArray(value)) throw malformed(key);
  return value.map((one: unknown, place) => member(one, `${key}[${place}]`));
}

function text(value: unknown, key: string): string {
  if (typeof value !== "string") throw malformed(key);
  return value;
}

function truth(value: unknown, key: string): boolean {
  if (typeof value !== "boolean") throw malformed(key);
  return value;
}

function whole(value: unknown, key: string): number {
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
  const known = found.every((card) => RECORD_ORDER.includes(card));
  if (!known || new Set(found).size < found.length) throw malformed(key);
  return found;
}

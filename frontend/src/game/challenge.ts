/**
 * Challenges: the text of a link with rules, bots, seed and result of a match, and the answer of the
 * friend who has played it (docs/challenge.md).
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Options, Setup } from "../api/wire";
import { fullOptions, type Game } from "./game";
import { knownRules, normalizeName } from "./rule-sets";
import { maxOpponents } from "./setup";

/** Result of a match for the person who has played it. */
export interface Attempt {
  name: string;
  /** Final place, from 1. */
  place: number;
  rounds: number;
  /** Lives that are left or, in a game for points, points. */
  left: number;
  /** Number of hints that the person has asked for. */
  hints: number;
  /** Share of the victory, or lead in points, without the luck of the cards (docs/review.md). */
  withoutLuck: number;
}

/** A match that can be played again with the same cards and bots. */
export interface Terms {
  /** Version of the rules. */
  rulesVersion: string;
  game: Game;
  /** Seed of all chance, as hexadecimal digits. */
  seed: string;
}

export interface Challenge extends Terms {
  by: Attempt;
  answer: Attempt | null;
}

/** Reason why a text is no challenge: it is damaged or edited, or of another version. */
export type ChallengeFault = "damaged" | "version";

const VERSION = 1;
const MAX_LENGTH = 4000;
/** Digits of the checksum, which finds accidents and not forgery. */
const CHECK_DIGITS = 6;
const MAX_NUMBER = 1_000_000;
/** Decimal places of a result without luck. */
const DECIMALS = 3;

/** Return the text of a challenge. */
export function writeChallenge({ rulesVersion, game, seed, by, answer }: Challenge): string {
  const { preset, options, opponents } = game;
  const bots = opponents.map(({ name, level }) => [name, level]);
  const attempts = [by, ...(answer === null ? [] : [answer])].map(encoded);
  const body = toBase64(JSON.stringify([rulesVersion, preset, options, bots, seed, ...attempts]));
  return `${VERSION}.${body}.${checksum(body)}`;
}

/** Return the challenge of a text, or why it is none. */
export function readChallenge(setup: Setup, text: string): Challenge | ChallengeFault {
  const [, version, body = "", check] = /^(\d{1,4})\.([\w-]+)\.([0-9a-f]+)$/.exec(text) ?? [];
  if (version === undefined || text.length > MAX_LENGTH) return "damaged";
  if (Number(version) !== VERSION) return "version";
  if (check !== checksum(body)) return "damaged";
  try {
    return decoded(setup, JSON.parse(fromBase64(body)));
  } catch {
    return "damaged";
  }
}

const encoded = ({ name, place, rounds, left, hints, withoutLuck }: Attempt) => [
  name,
  place,
  rounds,
  left,
  hints,
  Number(withoutLuck.toFixed(DECIMALS)),
];

function decoded(setup: Setup, content: unknown): Challenge | ChallengeFault {
  if (!Array.isArray(content)) return "damaged";
  const [rulesVersion, preset, options, bots, seed, first, second] = content as unknown[];
  if (
    typeof rulesVersion !== "string" ||
    typeof preset !== "string" ||
    typeof seed !== "string" ||
    !/^[0-9a-f]{32}$/.test(seed) ||
    !Array.isArray(bots)
  )
    return "damaged";
  const rules = knownRules(setup, { preset, options: Object(options) as Options });
  const opponents = (bots as unknown[]).map((bot) => {
    const [name, level] = Array.isArray(bot) ? (bot as unknown[]) : [];
    return { name: normalizeName(String(name)), level: String(level) };
  });
  const isKnown = ({ level }: { level: string }) => setup.levels.some(({ name }) => name === level);
  if (rules.ignored.length > 0 || !opponents.every(isKnown)) return "version";
  const game = { preset: rules.preset, options: rules.options, opponents };
  const most = maxOpponents(fullOptions(setup, game));
  if (opponents.length < 1 || opponents.length > most || opponents.some(({ name }) => name === ""))
    return "damaged";
  const by = attempt(first, opponents.length + 1);
  const answer = second === undefined ? null : attempt(second, opponents.length + 1);
  if (by === null || (second !== undefined && answer === null)) return "damaged";
  return { rulesVersion, game, seed, by, answer };
}

/** Return the attempt of a link, or null if it is invalid. */
function attempt(content: unknown, players: number): Attempt | null {
  const [named, ...numbers] = Array.isArray(content) ? (content as unknown[]) : [];
  const name = typeof named === "string" ? normalizeName(named) : "";
  const isNumber = (one: unknown): one is number =>
    typeof one === "number" && Math.abs(one) <= MAX_NUMBER;
  if (name === "" || !numbers.every(isNumber)) return null;
  const [place = 0, rounds = 0, left, hints = 0, withoutLuck] = numbers;
  if (left === undefined || withoutLuck === undefined) return null;
  const isCounted = [place, rounds, hints].every((one) => Number.isInteger(one) && one >= 0);
  if (!isCounted || place < 1 || place > players || rounds < 1) return null;
  return { name, place, rounds, left, hints, withoutLuck };
}

/** Return which of two attempts is ahead: by place, then by what is left; 0 for a draw. */
export const compareResults = (one: Attempt, other: Attempt): number =>
  other.place - one.place || one.left - other.left;

/** Return which of two attempts is ahead without the luck of the cards, as they are shown. */
export const compareWithoutLuck = (one: Attempt, other: Attempt, points: boolean): number =>
  shownWithoutLuck(one, points) - shownWithoutLuck(other, points);

/** Return a result without luck as a whole number: in percent of a match, or in points. */
export const shownWithoutLuck = ({ withoutLuck }: Attempt, points: boolean): number =>
  Math.round(points ? withoutLuck : 100 * withoutLuck);

const checksum = (body: string): string =>
  bytesToHex(sha256(utf8ToBytes(body))).slice(0, CHECK_DIGITS);

const toBase64 = (text: string): string =>
  btoa(String.fromCharCode(...utf8ToBytes(text)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

function fromBase64(text: string): string {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(
    Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
  );
}

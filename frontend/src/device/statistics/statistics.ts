/** Statistics of matches, from the facts of each, as the server computes them. */
import type { PlayGame } from "schwimmen/play";
import { wireFacts } from "schwimmen/wire";
import { PRESET_ALIASES } from "../../api/constants.generated";
import type { StatisticsFilter } from "../../api/statistics";
import type { Hands, MatchFacts, RoundFacts, Share, Statistics } from "../../api/wire";
import { type Log, matchOf, OWN_SEAT, playLog, readLog } from "../table/log";

/** Match of the player, with the name at each seat and the level of a bot. */
export interface PlayedMatch {
  /** Id of the match's table. */
  id: string;
  /** ISO time of the table's first event. */
  started: string;
  /** ISO time of the table's last event. */
  ended: string;
  seats: readonly { name: string; level: string | null }[];
  /** Preset of the match, or `own` for house rules. */
  variant: string;
  /** Number of hints that the player asked for. */
  hints: number;
  facts: MatchFacts;
}

/** Matches of a player, oldest first. */
export interface MatchHistory {
  matches: readonly PlayedMatch[];
  /** Number of further matches whose logs cannot be replayed. */
  notCounted: number;
}

/** Number of matches that a point of the course covers, the point's own included. */
const WINDOW = 20;
/** Maximum number of matches in the course of results, which are the last ones. */
const MAX_COURSE = 200;

const HOUSE_RULES = "own";
/** Options that change only the length of a match or the number of players. */
const SAME_GAME = ["lives", "rounds", "target", "max_players"];

/**
 * Return the match of a log, as statistics count it.
 *
 * Throws an `EngineError` for a log that the rules do not play.
 */
export function playedMatch(game: PlayGame, id: string, log: Log, hints = 0): PlayedMatch {
  const [created] = log;
  let match = matchOf(game, created);
  for (const played of playLog(game, log)) ({ match } = played);
  const facts = wireFacts(match, OWN_SEAT);
  return {
    id,
    started: created.at,
    ended: log.at(-1)!.at,
    seats: created.seats.map(({ name, level = null }) => ({ name, level })),
    variant: variantOf(facts),
    hints,
    facts,
  };
}

/** Stored log of a table, and the number of its hints. */
export interface StoredMatch {
  id: string;
  log: readonly unknown[];
  hints?: number | undefined;
}

/** Return the matches of stored logs, and the number of logs that cannot be played. */
export function historyOf(game: PlayGame, logs: readonly StoredMatch[]): MatchHistory {
  const matches = logs.flatMap(({ id, log, hints }) => {
    try {
      return playedMatch(game, id, readLog(log), hints);
    } catch {
      return []; // an old log may fail in any way under today's rules
    }
  });
  const began = ({ started }: PlayedMatch) => Date.parse(started);
  return {
    matches: matches.sort((one, other) => began(one) - began(other)),
    notCounted: logs.length - matches.length,
  };
}

/** Return the variant of a match; its facts have only the options that differ from the preset. */
export function variantOf({ preset, options }: MatchFacts): string {
  const isOwn = Object.keys(options).some((name) => !SAME_GAME.includes(name));
  return isOwn ? HOUSE_RULES : (PRESET_ALIASES[preset] ?? preset);
}

/** Return the matches of one variant or number of players. */
export function chosenMatches(
  matches: readonly PlayedMatch[],
  { variant, players }: StatisticsFilter,
): PlayedMatch[] {
  return matches.filter(
    (match) =>
      ["", match.variant].includes(variant) && ["", String(match.facts.players)].includes(players),
  );
}

/** Return whether the seat closed without losing the round. */
export const hasPaid = ({ closed, lost }: RoundFacts): boolean => closed !== null && !lost;

/** Return the statistics of a player's matches, optionally of one variant or number of players. */
export function statisticsOf(history: MatchHistory, filter: StatisticsFilter): Statistics {
  const chosen = chosenMatches(history.matches, filter);
  const finished = chosen.filter(({ facts }) => facts.over);
  const all = chosen.map(({ facts }) => facts);
  const ended = finished.map(({ facts }) => facts);
  const rounds = all.flatMap((match) => match.rounds);
  const points = rounds.flatMap((round) => round.points ?? []);
  const variants = counts(history.matches.map((match) => match.variant));
  const players = new Set(history.matches.map(({ facts }) => facts.players));
  return {
    since: history.matches[0]?.started ?? null,
    variants: [...variants]
      .toSorted(([name, one], [next, other]) => other - one || (name < next ? -1 : 1))
      .map(([name]) => name),
    players: ascending(players),
    not_counted: history.notCounted,
    window: WINDOW,
    matches: {
      played: all.length,
      finished: ended.length,
      running: all.length - ended.length,
      won: count(ended, ({ won }) => won),
      shared: count(ended, ({ shared }) => shared),
      with_hints: count(chosen, ({ hints }) => hints > 0),
    },
    by_variant: shares(finished, (match) => match.variant).toSorted(
      (one, other) => other.finished - one.finished || (one.key < other.key ? -1 : 1),
    ),
    by_players: shares(finished, ({ facts }) => String(facts.players)).toSorted(
      (one, other) => Number(one.key) - Number(other.key),
    ),
    rounds: {
      played: rounds.length,
      lost: count(rounds, ({ lost }) => lost),
      best: count(rounds, ({ best }) => best),
      lives_lost: sum(rounds.map(({ lives_lost }) => lives_lost ?? 0)),
      average_length: mean(rounds.map(({ length }) => length)),
      average_turns: mean(rounds.map(({ turns }) => turns)),
    },
    hands: ascending(
      new Set(all.filter((match) => match.rounds.length > 0).map((match) => match.hand_size)),
    ).map((size) =>
      handFigures(
        size,
        all.filter((match) => match.hand_size === size).flatMap((match) => match.rounds),
      ),
    ),
    closings: closings(rounds),
    swimming: swimming(all),
    streaks: streaks(ended),
    points: points.length > 0 ? { rounds: points.length, average: mean(points)! } : null,
    course: course(finished),
  };
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

export const count = <T>(items: readonly T[], test: (item: T) => boolean): number =>
  items.filter(test).length;

const mean = (numbers: readonly number[]): number | null =>
  numbers.length > 0 ? sum(numbers) / numbers.length : null;

const ascending = (numbers: Iterable<number>): number[] =>
  [...numbers].toSorted((one, other) => one - other);

/** Return how often each item occurs, in the order of their first occurrence. */
function counts<T>(items: readonly T[]): Map<T, number> {
  const found = new Map<T, number>();
  for (const item of items) found.set(item, (found.get(item) ?? 0) + 1);
  return found;
}

function shares(matches: readonly PlayedMatch[], keyOf: (match: PlayedMatch) => string): Share[] {
  const won = counts(matches.filter(({ facts }) => facts.won).map(keyOf));
  return [...counts(matches.map(keyOf))].map(([key, finished]) => ({
    key,
    finished,
    won: won.get(key) ?? 0,
  }));
}

function handFigures(cards: number, rounds: readonly RoundFacts[]): Hands {
  const values = counts(rounds.map(({ value }) => value));
  const best = rounds.reduce((found, round) => (round.value > found.value ? round : found));
  const byRank = rounds.filter(({ suit }) => suit === null);
  const fires = count(byRank, ({ value }) => value === 32);
  return {
    cards,
    showdowns: rounds.length,
    average: mean(rounds.map(({ value }) => value))!,
    best: { hand: best.hand, value: best.value, suit: best.suit },
    thirty_ones: values.get(10 * cards + 1) ?? 0,
    fires,
    threes: byRank.length - fires,
    values: ascending(values.keys()).map((value) => ({ value, count: values.get(value)! })),
  };
}

function closings(rounds: readonly RoundFacts[]): Statistics["closings"] {
  const closed = counts(rounds.flatMap((round) => round.closed ?? []));
  const paid = counts(rounds.filter(hasPaid).flatMap((round) => round.closed ?? []));
  return {
    closed: sum([...closed.values()]),
    paid: sum([...paid.values()]),
    by_turn: ascending(closed.keys()).map((turn) => ({
      turn,
      closed: closed.get(turn)!,
      paid: paid.get(turn) ?? 0,
    })),
  };
}

function swimming(matches: readonly MatchFacts[]): Statistics["swimming"] {
  const swum = matches.map(({ rounds }) => rounds.filter((round) => round.swimming));
  const survived = swum.map((rounds) => count(rounds, ({ out }) => !out));
  return {
    matches: count(swum, (rounds) => rounds.length > 0),
    rounds: swum.flat().length,
    survived: sum(survived),
    longest: Math.max(0, ...survived),
  };
}

function streaks(finished: readonly MatchFacts[]): Statistics["streaks"] {
  let [current, longest] = [0, 0];
  for (const { won } of finished) {
    current = won ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return { current, longest };
}

function course(finished: readonly PlayedMatch[]): Statistics["course"] {
  const first = Math.max(0, finished.length - MAX_COURSE);
  return finished.slice(first).map(({ id, ended, variant, facts }, place) => {
    const last = first + place + 1;
    const window = finished.slice(Math.max(0, last - WINDOW), last).map((match) => match.facts);
    const rounds = window.flatMap((match) => match.rounds);
    return {
      id,
      ended,
      variant,
      players: facts.players,
      won: facts.won,
      win_rate: count(window, ({ won }) => won) / window.length,
      lost_rate: rounds.length > 0 ? count(rounds, ({ lost }) => lost) / rounds.length : null,
    };
  });
}

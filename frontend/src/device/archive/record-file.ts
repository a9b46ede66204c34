/** Match records (RECORD.md) from files, to be watched without a server. */
import type { EngineError, Match, MatchRecord } from "schwimmen";
import { parseJson } from "schwimmen/json";
import type { PlayGame } from "schwimmen/play";
import { decodeTable } from "../../api/decode";
import type { TableInfo } from "../../api/wire";
import { plainName } from "../../i18n/names";
import { type CreatedEvent, type Log, matchOf, type PlayedEvent } from "../table/log";
import { Refusal } from "../table/refusal";
import { MatchReplay } from "../table/replay";
import { tableRules } from "../table/wire-view";

/** Maximum length of a record's text; a record of 10,000 turns has 100 kilobytes. */
const MAX_LENGTH = 5_000_000;

/**
 * Return the replay of a record, given as an object or its text, and the information on its table.
 *
 * Throws an `EngineError` for a record that cannot be played, and a `Refusal`.
 */
export function readRecord(
  game: PlayGame,
  given: string | MatchRecord,
): { info: TableInfo; replay: MatchReplay } {
  if (typeof given === "string" && given.length > MAX_LENGTH)
    throw new Refusal("too_long", `a record has at most ${MAX_LENGTH} characters`);
  const record = (typeof given === "string" ? parseJson(given) : given) as MatchRecord;
  const match = game.fromRecord(record);
  const created = openingOf(match, dayOf(record["date"]));
  const replay = new MatchReplay(created, playAgain(game, created, match));
  return { info: infoOf(match, created, replay.rounds), replay };
}

/** Return the day of a record, or an empty text. */
const dayOf = (date: unknown): string =>
  typeof date === "string" && /^\d{4}-\d\d-\d\d$/.test(date) ? date : "";

/** Return the log of a table for the match of a record; `at` is the time of all its events. */
export function logOf(game: PlayGame, match: Match, at: string): Log {
  const created = openingOf(match, at);
  return [created, ...Array.from(playAgain(game, created, match), ({ event }) => event)];
}

function openingOf(match: Match, at: string): CreatedEvent {
  const { rules, dealer, players, rules_version } = match.toRecord();
  return {
    type: "created",
    seq: 1,
    at,
    rules_version: String(rules_version),
    preset: rules.preset,
    options: rules.options ?? {},
    seats: players.map((name) => ({ name })),
    dealer,
  };
}

/** Play a match again, event by event; `created` has the time of all events. */
function* playAgain(game: PlayGame, created: CreatedEvent, played: Match): Generator<PlayedEvent> {
  const match = matchOf(game, created);
  let seq = created.seq;
  const next = () => ({ seq: ++seq, at: created.at });
  for (const { pack, shuffles = [], actions } of played.toRecord().rounds) {
    const event = { type: "round", ...next(), dealer: match.dealer, pack } as const;
    match.deal(pack);
    yield { event, match };
    const left = [...shuffles];
    for (const action of actions) {
      const seat = match.toAct ?? 0;
      const shuffle = playWith(match, action, left);
      const used = shuffle === undefined ? {} : { shuffle };
      yield { event: { type: "action", ...next(), seat, action, ...used }, match };
    }
  }
}

/** Play an action, with the first of the shuffles if it needs one; return the shuffle used. */
function playWith(match: Match, action: string, shuffles: string[]): string | undefined {
  try {
    match.play(action);
    return undefined;
  } catch (error) {
    if ((error as EngineError).code !== "missing_shuffle") throw error;
  }
  const shuffle = shuffles.shift();
  match.play(action, shuffle);
  return shuffle;
}

const infoOf = (match: Match, { at, rules_version }: CreatedEvent, round: number): TableInfo =>
  decodeTable({
    id: "",
    rules: tableRules(match.rules),
    // Names are as the file has them, unchecked.
    seats: match.players.map((name, seat) => ({ seat, name: plainName(name) })),
    created: at,
    rules_version,
    phase: match.over ? "over" : "playing",
    round,
  });

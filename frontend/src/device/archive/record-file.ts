/** Match records (RECORD.md) from files, to be watched without a server. */
import type { EngineError, Game, Match, Rules } from "schwimmen";
import type { Replay, Story, TableInfo } from "../../api/wire";
import { plainName } from "../../i18n/names";
import { type ActionEvent, type DealEvent, type Log, matchOf } from "../table/log";
import { replayOf } from "../table/replay";
import { storyOf } from "../table/story";

/** Maximum length of a record's text; a record of 10,000 turns has 100 kilobytes. */
const MAX_LENGTH = 5_000_000;

/** A record that can be played, with its match. */
export interface RecordFile {
  info: TableInfo;
  /** The whole record, including keys that the match does not need. */
  record: object;
  replay: (round: number) => Replay;
  /** Return the story of the match, null before its end. */
  story: () => Story | null;
}

/** Error for a record without anything to show. */
export class RecordFileError extends Error {
  readonly code: "too_long" | "no_round";

  constructor(code: RecordFileError["code"]) {
    super(code);
    this.code = code;
  }
}

/** Return the match of a record's text. Throws an `EngineError` or a `RecordFileError`. */
export function readRecordFile(game: Game, text: string): RecordFile {
  if (text.length > MAX_LENGTH) throw new RecordFileError("too_long");
  const match = game.fromRecord(text);
  const record = JSON.parse(text) as Record<string, unknown>;
  const log = logOf(game, match, dayOf(record));
  const rounds = log.filter(({ type }) => type === "round").length;
  if (rounds === 0) throw new RecordFileError("no_round");
  return {
    info: infoOf(match, log, rounds),
    record,
    replay: (round) => replayOf(game, log, round, { unfinished: true }),
    story: () => (match.over ? storyOf(game, log) : null),
  };
}

/** Return the day of a record, or an empty text. */
const dayOf = ({ date }: Record<string, unknown>): string =>
  typeof date === "string" && /^\d{4}-\d\d-\d\d$/.test(date) ? date : "";

/** Return the log of a table for the match of a record; `at` is the time of all its events. */
export function logOf(game: Game, match: Match, at: string): Log {
  const { rules, dealer, players, rounds, rules_version } = match.toRecord();
  const created: Log[0] = {
    type: "created",
    seq: 1,
    at,
    rules_version: String(rules_version),
    preset: rules.preset,
    options: rules.options ?? {},
    seats: players.map((name) => ({ name })),
    dealer,
  };
  const again = matchOf(game, created);
  const events: (DealEvent | ActionEvent)[] = [];
  const next = () => ({ seq: events.length + 2, at });
  for (const { pack, shuffles = [], actions } of rounds) {
    events.push({ type: "round", ...next(), dealer: again.dealer, pack });
    again.deal(pack);
    const left = [...shuffles];
    for (const action of actions) {
      const { toAct: seat } = again;
      const shuffle = playWith(again, action, left);
      const used = shuffle === undefined ? {} : { shuffle };
      events.push({ type: "action", ...next(), seat: seat ?? 0, action, ...used });
    }
  }
  return [created, ...events];
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

function infoOf(match: Match, [created]: Log, rounds: number): TableInfo {
  return {
    id: "",
    rules: tableRules(match.rules),
    seats: match.players.map((name, seat) => ({
      seat,
      name: plainName(name), // as the file has it, unchecked
      level: null,
      away: null,
      invited: false,
      program: false,
      face: null,
      profile: null,
    })),
    created: created.at,
    rules_version: created.rules_version,
    closed: null,
    phase: match.over ? "over" : "playing",
    round: rounds,
    host: null,
    settings: null,
    rematch: null,
    evening: [],
    daily: null,
  };
}

const tableRules = ({ preset, changed, options, actions }: Rules): TableInfo["rules"] => ({
  preset,
  options: changed,
  all: options,
  actions,
});

/** Logs of tables on the device: the events that the server stores for a table of one person. */
import type { Character, Level, Match, MatchRecord, Options, Preset } from "schwimmen";
import type { PlayGame } from "schwimmen/play";
import { Refusal } from "./refusal";

/** Seat of a table: a bot of a level, or the person with a player id. */
export interface LogSeat {
  name: string;
  level?: Level;
  character?: Character;
  player?: string;
  face?: string;
}

interface Numbered {
  /** Number of the event, from 1 without gaps. */
  seq: number;
  /** ISO time in UTC. */
  at: string;
}

export interface CreatedEvent extends Numbered {
  type: "created";
  rules_version: string;
  preset: Preset;
  options?: Partial<Options>;
  seats: LogSeat[];
  dealer: number;
  /** Seed of all chance; earlier tables lack it, and draw at random. */
  seed?: string;
  /** Text of the challenge that the table answers (`game/challenge.ts`). */
  challenge?: string;
  /** Whether it is a what-if table, which continues another match from one of its moments. */
  what_if?: boolean;
}

export interface DealEvent extends Numbered {
  type: "round";
  dealer: number;
  pack: string;
  seat?: number;
  client_id?: string;
}

export interface ActionEvent extends Numbered {
  type: "action";
  seat: number;
  action: string;
  shuffle?: string;
  client_id?: string;
  acted_by?: "person" | "bot" | "clock";
}

/** The seat of the person. */
export const OWN_SEAT = 0;
/** The player id of the person. */
export const PLAYER = "device";

export type LogEvent = CreatedEvent | DealEvent | ActionEvent;
export type Log = readonly [CreatedEvent, ...(DealEvent | ActionEvent)[]];

/** A deal or action of a log that has been played, with the match after it. */
export interface PlayedEvent {
  event: DealEvent | ActionEvent;
  /** The match after the event; the next event is played in the same object. */
  match: Match;
}

const FORMAT = "schwimmen-match/1";

/** Return the match of a log before its first deal, without random choices. */
export const matchOf = (game: PlayGame, created: CreatedEvent, continues = false): Match =>
  game.fromRecord(recordOf([created], { unfinished: true }), { continues });

/** Version of the logs that are stored and played here. */
export const LOG_VERSION = 1;

/** Version of a log that was stored without one. */
export const FIRST_VERSION = 1;

/** Reason why a table is closed: its log is of another version, needs other rules, or is damaged. */
export type ClosedCode = "older_log" | "newer_log" | "rules_version" | "damaged";

/** Return the reason why a log of a version is not played here, or null. */
export const versionCode = (version: number): ClosedCode | null =>
  version === LOG_VERSION ? null : version < LOG_VERSION ? "older_log" : "newer_log";

/** Error for a log that this build cannot play to its end. */
export class UnplayableLog extends Error {
  readonly code: ClosedCode;

  constructor(code: ClosedCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Return a stored log after a check of its form; the engine checks deals and actions.
 *
 * Throws an `UnplayableLog` if an event is missing or of an unknown type, or if there is no deal: a
 * table is stored with its first one.
 */
export function readLog(stored: readonly unknown[]): Log {
  const events = stored as readonly (Partial<LogEvent> | null)[];
  const [created] = events;
  if (created?.type !== "created" || !Array.isArray(created.seats))
    throw new UnplayableLog("damaged", "the log does not begin with the table being opened");
  events.forEach((event, place) => {
    const known = place === 0 || event?.type === "round" || event?.type === "action";
    if (!known || event?.seq !== place + 1 || typeof event.at !== "string")
      throw new UnplayableLog("damaged", `event ${place + 1} is missing`);
  });
  if (events.length === 1) throw new UnplayableLog("damaged", "the first deal is missing");
  return events as unknown as Log;
}

/**
 * Return the match record of a log (RECORD.md), as the server writes it, with the number of hints.
 *
 * Without `unfinished` the last round is left out, as its pack is secret while it is played.
 */
export function recordOf(
  log: readonly LogEvent[],
  { unfinished, hints = 0 }: { unfinished: boolean; hints?: number | undefined },
): MatchRecord {
  const [created] = log as Log;
  const rounds: Required<MatchRecord["rounds"][number]>[] = [];
  for (const event of log) {
    if (event.type === "round") rounds.push({ pack: event.pack, shuffles: [], actions: [] });
    if (event.type !== "action") continue;
    rounds.at(-1)?.actions.push(event.action);
    if (event.shuffle !== undefined) rounds.at(-1)?.shuffles.push(event.shuffle);
  }
  return {
    format: FORMAT,
    event: "schwimmen table",
    date: created.at.slice(0, "YYYY-MM-DD".length),
    rules_version: created.rules_version,
    rules: { preset: created.preset, options: created.options ?? {} },
    players: created.seats.map(({ name }) => name),
    dealer: created.dealer,
    rounds: unfinished ? rounds : rounds.slice(0, -1),
    ...(hints > 0 ? { hints } : {}),
  };
}

/** Play a deal or an action in its match. Throws an error if another seat is to deal or to act. */
export function playEvent(match: Match, event: DealEvent | ActionEvent): void {
  const expected = event.type === "round" ? match.dealer : match.toAct;
  const by = event.type === "round" ? event.dealer : event.seat;
  if (by !== expected) throw new Error(`event ${event.seq} is by another seat`);
  if (event.type === "round") match.deal(event.pack);
  else match.play(event.action, event.shuffle);
}

/** Play a log event by event. Throws an `EngineError` at an event that the rules do not play. */
export function* playLog(game: PlayGame, [created, ...events]: Log): Generator<PlayedEvent> {
  const match = matchOf(game, created);
  for (const event of events) {
    playEvent(match, event);
    yield { event, match };
  }
}

/** Throw a `Refusal` unless the match is over: before that its hands are secret. */
export function checkOver(match: Match | undefined): asserts match is Match {
  if (!match?.over) throw new Refusal("not_over", "a match can be replayed once it is over");
}

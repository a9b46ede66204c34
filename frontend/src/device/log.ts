/** Logs of tables on the device: the events that the server stores for a table of one person. */
import type { Game, Match, OptionValue } from "schwimmen";

/** Seat of a table: a bot of a level, or the person with a player id. */
export interface LogSeat {
  name: string;
  level?: string;
  character?: string;
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
  logic?: number;
  preset: string;
  options?: Record<string, OptionValue>;
  seats: LogSeat[];
  dealer: number;
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
  by?: "person" | "bot" | "clock";
}

export type LogEvent = CreatedEvent | DealEvent | ActionEvent;
export type Log = readonly [CreatedEvent, ...(DealEvent | ActionEvent)[]];

/** Refusal of something that a match on the device does not have. */
export class DeviceError extends Error {
  readonly code: "not_over" | "no_such_round";

  constructor(code: DeviceError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** Deal or action of a log, when it has been played. */
export interface PlayedEvent {
  event: DealEvent | ActionEvent;
  /** The match after the event; the next event is played in the same object. */
  match: Match;
}

const FORMAT = "schwimmen-match/1";

/** Return the match of a log before its first deal; it draws nothing at random. */
export function matchOf(game: Game, { preset, options, seats, dealer }: CreatedEvent): Match {
  return game.fromRecord({
    format: FORMAT,
    rules: { preset, options: options ?? {} },
    players: seats.map(({ name }) => name),
    dealer,
    rounds: [],
  });
}

/** Play a log event by event. Throws an `EngineError` at an event that the rules do not play. */
export function* playLog(game: Game, [created, ...events]: Log): Generator<PlayedEvent> {
  const match = matchOf(game, created);
  for (const event of events) {
    if (event.type === "round") match.deal(event.pack);
    else match.play(event.action, event.shuffle);
    yield { event, match };
  }
}

/** Throw a `DeviceError` unless the match is over: before that its hands are secret. */
export function checkOver(match: Match | undefined): asserts match is Match {
  if (!match?.over) throw new DeviceError("not_over", "a match can be replayed once it is over");
}

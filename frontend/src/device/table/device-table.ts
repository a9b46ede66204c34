/**
 * A table for one person against bots, played on the device: the state that a log of events leads
 * to. It executes the commands create, play and deal, and encodes its state as in messages
 * (docs/wire.md).
 */
import type { Match, Preset, Rules } from "schwimmen";
import type { PlayGame } from "schwimmen/play";
import type * as sent from "../../api/generated";
import {
  matchOf,
  OWN_SEAT,
  PLAYER,
  playEvent,
  readLog,
  UnplayableLog,
  type ActionEvent,
  type CreatedEvent,
  type DealEvent,
  type Log,
  type LogEvent,
  type LogSeat,
} from "./log";
import { Refusal } from "./refusal";
import { SeededChance } from "./seeded-chance";
import { tableEvent, tableRules, viewParts } from "./wire-view";

/** Rules and seats of a new table; the person has seat 0. */
export interface Opening {
  preset: Preset;
  options: Rules["changed"];
  seats: readonly LogSeat[];
  /** Seed of all chance, and text of the challenge that the table answers. */
  seed?: string;
  challenge?: string | undefined;
}

/** Seat that asked for a deal, and id of its command; the first deal has neither. */
type Asked = Pick<DealEvent, "seat" | "client_id">;

/** Dealer, pack and shuffle to be used instead of random ones. */
export interface Given {
  dealer?: number | undefined;
  pack?: string | undefined;
  shuffle?: string | undefined;
}

export class DeviceTable {
  /** The public form of each event of the log. */
  readonly events: sent.TableEvent[] = [];
  readonly log: LogEvent[] = [];
  readonly id: string;
  readonly created: CreatedEvent;
  /** The match in which bots choose. */
  readonly match: Match;
  /** Chance by the seed; null for a table without one. */
  readonly #chance: SeededChance | null;
  /** Number of the round's events that are already in `events`. */
  #reported = 0;

  private constructor(game: PlayGame, id: string, created: CreatedEvent) {
    this.id = id;
    this.created = created;
    this.match = matchOf(game, created, true);
    const { seed, preset, options = {}, seats } = created;
    this.#chance =
      seed === undefined
        ? null
        : new SeededChance(seed, game.match({ preset, options, players: seats.length }));
    this.#append(created);
  }

  /**
   * Open a table and deal the first round.
   *
   * @throws EngineError for invalid rules or levels, or a number of players that they do not allow.
   */
  static create(
    game: PlayGame,
    id: string,
    opening: Opening,
    at: string,
    given: Given = {},
  ): DeviceTable {
    const { preset, options, seats, seed, challenge } = opening;
    for (const { level } of seats) if (level !== undefined) game.player(level);
    const names = seats.map(({ name }) => name);
    const drawn = game.match({ preset, options, players: names });
    const { changed } = drawn.rules;
    const created: CreatedEvent = {
      type: "created",
      seq: 1,
      at,
      rules_version: rulesVersionOf(game),
      preset,
      ...(Object.keys(changed).length > 0 ? { options: changed } : {}),
      seats: seats.map((seat, place) => (place === OWN_SEAT ? { ...seat, player: PLAYER } : seat)),
      dealer:
        given.dealer ??
        (seed === undefined ? drawn.firstDealer : new SeededChance(seed, drawn).dealer),
      ...(seed === undefined ? {} : { seed }),
      ...(challenge === undefined ? {} : { challenge }),
    };
    const table = new DeviceTable(game, id, created);
    table.deal(at, {}, given);
    return table;
  }

  /**
   * Return the table of a stored log.
   *
   * @throws UnplayableLog if this build does not play the log.
   */
  static replay(game: PlayGame, id: string, stored: readonly unknown[]): DeviceTable {
    const [created, ...others] = readLog(stored);
    if (created.rules_version !== rulesVersionOf(game))
      throw new UnplayableLog("rules_version", `the log is of rules ${created.rules_version}`);
    try {
      const table = new DeviceTable(game, id, created);
      for (const event of others) {
        playEvent(table.match, event);
        table.#append(event);
      }
      return table;
    } catch (error) {
      throw new UnplayableLog("damaged", error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Return a what-if table, which continues the match of another log.
   *
   * @throws UnplayableLog if this build does not play the log.
   */
  static whatIf(
    game: PlayGame,
    id: string,
    [created, ...others]: Log,
    seats: readonly LogSeat[],
  ): DeviceTable {
    const begun = { ...created, seats: [...seats], what_if: true };
    return DeviceTable.replay(game, id, [begun, ...others]);
  }

  /** The number of the last event. */
  get seq(): number {
    return this.log.length;
  }

  get over(): boolean {
    return this.match.over;
  }

  /** The number of the round, from 1. */
  get round(): number {
    return this.log.filter(({ type }) => type === "round").length;
  }

  /** The seat of a bot whose turn it is, or null. */
  get botToAct(): number | null {
    const seat = this.match.toAct;
    return seat !== null && this.created.seats[seat]?.level !== undefined ? seat : null;
  }

  /** Return the seed of the next choice of a bot; undefined at a table without a seed. */
  botSeed(seat: number): bigint | undefined {
    const dealt = this.log.findLastIndex(({ type }) => type === "round");
    const turn = this.log
      .slice(dealt)
      .filter((event) => event.type === "action" && event.seat === seat).length;
    return this.#chance?.botSeed(this.round, seat, turn);
  }

  /** Return the names of bots that search less until their data are loaded. */
  unprepared(game: PlayGame): string[] {
    const lacking = ({ level }: LogSeat) =>
      level !== undefined && !game.player(level).isPrepared(this.match);
    return this.match.over ? [] : this.created.seats.filter(lacking).map(({ name }) => name);
  }

  /** Return the number of a command's event, if the command was executed before. */
  seqOf(clientId: string | undefined): number | undefined {
    return this.log.find((event) => "client_id" in event && event.client_id === clientId)?.seq;
  }

  /**
   * Play an action; return its event. A shuffle that it needs follows from the seed.
   *
   * @throws Refusal, EngineError
   */
  play(
    seat: number,
    action: string,
    at: string,
    clientId?: string,
    given: Given = {},
  ): ActionEvent {
    const { toAct } = this.match;
    if (toAct !== null && toAct !== seat)
      throw new Refusal(
        "not_your_turn",
        `it is the turn of ${this.created.seats[toAct]?.name}`,
        "not_your_turn",
        [],
      );
    const number = this.#shuffles.length + 1;
    this.match.play(action, given.shuffle);
    let shuffle = this.#shuffles[number - 1];
    if (shuffle !== undefined && given.shuffle === undefined && this.#chance !== null) {
      shuffle = this.#chance.shuffle(shuffle.split(" "), this.round, number).join(" ");
      this.match.undo();
      this.match.play(action, shuffle);
    }
    const event: ActionEvent = {
      type: "action",
      seq: this.seq + 1,
      at,
      seat,
      action,
      ...(shuffle === undefined ? {} : { shuffle }),
      ...(clientId === undefined ? {} : { client_id: clientId }),
    };
    this.#append(event);
    return event;
  }

  /**
   * Deal the next round, by the seed unless the pack is given; return its event.
   *
   * @throws EngineError
   */
  deal(at: string, asked: Asked = {}, { pack }: Given = {}): DealEvent {
    const { dealer, players, status } = this.match;
    const active = [...players.keys()].filter((seat) => status?.[seat] !== "out");
    const seeded = this.#chance?.pack({ round: this.round + 1, dealer, active }).join(" ");
    this.match.deal(pack ?? seeded);
    const event: DealEvent = {
      type: "round",
      seq: this.seq + 1,
      at,
      dealer,
      pack: this.#played?.pack ?? "",
      ...asked,
    };
    this.#append(event);
    return event;
  }

  /** Return the state of the table for the person. */
  state(): sent.State {
    const { view, own } = viewParts(this.match, OWN_SEAT);
    return { table: this.info(), view, own };
  }

  /** Return the public information on the table. */
  info(): sent.TableInfo {
    return {
      id: this.id,
      rules: tableRules(this.match.rules),
      seats: this.created.seats.map(({ name, level = null, face = null }, seat) => ({
        seat,
        name,
        level,
        face,
      })),
      created: this.created.at,
      rules_version: this.created.rules_version,
      phase: this.over ? "over" : "playing",
      round: this.round,
    };
  }

  /** The last round, as records have it. */
  get #played() {
    return this.match.toRecord().rounds.at(-1);
  }

  get #shuffles(): readonly string[] {
    return this.#played?.shuffles ?? [];
  }

  /** Append an event that has been played, with its public form. */
  #append(event: LogEvent): void {
    this.log.push(event);
    if (event.type === "created") {
      const { type, seq, at } = event;
      this.events.push({ seq, at, type });
      return;
    }
    if (event.type === "round") this.#reported = 0;
    const { view, history } = viewParts(this.match, null);
    const outcome = { ...view, history: history.slice(this.#reported) };
    this.events.push(tableEvent(this.created, event, outcome));
    this.#reported = history.length;
  }
}

/** Return the version of the rules of the engine. */
export const rulesVersionOf = (game: PlayGame): string =>
  String(game.match({ players: 2, seed: 0 }).toRecord().rules_version);

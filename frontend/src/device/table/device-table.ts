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
  readLog,
  recordOf,
  UnplayableLog,
  type ActionEvent,
  type CreatedEvent,
  type DealEvent,
  type Log,
  type LogEvent,
  type LogSeat,
} from "./log";
import { Refusal, refusalOf } from "./refusal";
import { SeededChance } from "./seeded-chance";
import { tableEvent, viewParts } from "./wire-view";

/** Rules and seats of a new table; the person has seat 0. */
export interface Opening {
  preset: Preset;
  options: Rules["changed"];
  seats: readonly LogSeat[];
  /** Seed of all chance, and text of the challenge that the table answers. */
  seed?: string;
  challenge?: string | undefined;
}

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
  readonly #match: Match;
  /** Chance by the seed, and the cards of the pack; null for a table without a seed. */
  readonly #seeded: { chance: SeededChance; cards: readonly string[] } | null;
  /** Number of the round's events that are already in `events`. */
  #reported = 0;
  #seqByClientId = new Map<string, number>();

  private constructor(game: PlayGame, id: string, created: CreatedEvent) {
    this.id = id;
    this.created = created;
    this.#match = matchOf(game, created, true);
    this.#seeded = seededOf(game, created);
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
        given.dealer ?? (seed === undefined ? drawn.firstDealer : chanceOf(seed, drawn).dealer),
      ...(seed === undefined ? {} : { seed }),
      ...(challenge === undefined ? {} : { challenge }),
    };
    const table = new DeviceTable(game, id, created);
    table.#deal(at, {}, given.pack);
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
      for (const event of others) table.#apply(event);
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
    return this.#match.over;
  }

  /** The number of the round, from 1. */
  get round(): number {
    return this.log.filter(({ type }) => type === "round").length;
  }

  /** The seat of a bot whose turn it is, or null. */
  get botToAct(): number | null {
    const seat = this.#match.toAct;
    return seat !== null && this.created.seats[seat]?.level !== undefined ? seat : null;
  }

  /** The match in which bots choose. */
  get match(): Match {
    return this.#match;
  }

  /** Return the seed of the next choice of a bot; undefined at a table without a seed. */
  botSeed(seat: number): bigint | undefined {
    const dealt = this.log.findLastIndex(({ type }) => type === "round");
    const turn = this.log
      .slice(dealt)
      .filter((event) => event.type === "action" && event.seat === seat).length;
    return this.#seeded?.chance.botSeed(this.round, seat, turn);
  }

  /** Return the names of bots that search less until their data are loaded. */
  unprepared(game: PlayGame): string[] {
    const lacking = ({ level }: LogSeat) =>
      level !== undefined && !game.player(level).isPrepared(this.#match);
    return this.#match.over ? [] : this.created.seats.filter(lacking).map(({ name }) => name);
  }

  /** Return the number of a command's event, if the command was executed before. */
  seqOf(clientId: string): number | undefined {
    return this.#seqByClientId.get(clientId);
  }

  /**
   * Play an action; return its event.
   *
   * @throws Refusal
   */
  play(
    seat: number,
    action: string,
    at: string,
    clientId?: string,
    { shuffle }: Given = {},
  ): ActionEvent {
    const { toAct } = this.#match;
    if (toAct !== null && toAct !== seat)
      throw new Refusal(
        "not_your_turn",
        `it is the turn of ${this.created.seats[toAct]?.name}`,
        "not_your_turn",
        [],
      );
    const before = this.#shuffles;
    try {
      this.#play(action, shuffle);
    } catch (error) {
      throw refusalOf(error);
    }
    const shuffles = this.#record.shuffles ?? [];
    const event: ActionEvent = {
      type: "action",
      seq: this.seq + 1,
      at,
      seat,
      action: this.#record.actions.at(-1) ?? action,
      ...(shuffles.length > before ? { shuffle: shuffles.at(-1) ?? "" } : {}),
      ...(clientId === undefined ? {} : { client_id: clientId }),
    };
    this.#append(event);
    return event;
  }

  /**
   * Deal the next round, for which a seat has asked; return its event.
   *
   * @throws Refusal
   */
  deal(seat: number, at: string, clientId?: string, { pack }: Given = {}): DealEvent {
    if (this.#match.over)
      throw new Refusal("match_over", "the match is over: there is no next round");
    if (this.#match.toAct !== null) throw new Refusal("round_running", "the round is not over yet");
    const asked = { seat, ...(clientId === undefined ? {} : { client_id: clientId }) };
    return this.#deal(at, asked, pack);
  }

  /** Return the record of the match; without `unfinished` the last round is left out. */
  record(options: { unfinished: boolean }) {
    return recordOf(this.log, options);
  }

  /** Return the state of the table for the person. */
  state(): sent.State {
    const { view, own } = viewParts(this.#match, OWN_SEAT);
    return { table: this.info(), view, own };
  }

  /** Return the public information on the table. */
  info(): sent.TableInfo {
    const { preset, changed, options, actions } = this.#match.rules;
    return {
      id: this.id,
      rules: { preset, options: changed, all: options, actions },
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

  get #record() {
    return this.#match.toRecord().rounds.at(-1) ?? { pack: "", shuffles: [], actions: [] };
  }

  get #shuffles(): number {
    return this.#record.shuffles?.length ?? 0;
  }

  /** Play an action; a shuffle that it needs and that is not given follows from the seed. */
  #play(action: string, shuffle?: string): void {
    const number = this.#shuffles + 1;
    this.#match.play(action, shuffle);
    if (shuffle !== undefined || this.#seeded === null || this.#shuffles < number) return;
    const cards = this.#record.shuffles?.at(-1)?.split(" ") ?? [];
    this.#match.undo();
    this.#match.play(action, this.#seeded.chance.shuffle(cards, this.round, number).join(" "));
  }

  /** Return the pack of the next round by the seed; undefined at a table without one. */
  #seededPack(dealer: number): string | undefined {
    if (this.#seeded === null) return undefined;
    const { players, status } = this.#match;
    const active = [...players.keys()].filter((seat) => status?.[seat] !== "out");
    const { chance, cards } = this.#seeded;
    return chance.pack(cards, { round: this.round + 1, dealer, active }).join(" ");
  }

  #deal(at: string, asked: Pick<DealEvent, "seat" | "client_id">, pack?: string): DealEvent {
    const { dealer } = this.#match;
    this.#match.deal(pack ?? this.#seededPack(dealer));
    const event: DealEvent = {
      type: "round",
      seq: this.seq + 1,
      at,
      dealer,
      pack: this.#record.pack,
      ...asked,
    };
    this.#append(event);
    return event;
  }

  #apply(event: DealEvent | ActionEvent): void {
    const expected = event.type === "round" ? this.#match.dealer : this.#match.toAct;
    const by = event.type === "round" ? event.dealer : event.seat;
    if (by !== expected) throw new Error(`event ${event.seq} is by another seat`);
    if (event.type === "round") this.#match.deal(event.pack);
    else this.#match.play(event.action, event.shuffle);
    this.#append(event);
  }

  /** Append an event that has been played, with its public form. */
  #append(event: LogEvent): void {
    this.log.push(event);
    if ("client_id" in event && event.client_id !== undefined)
      this.#seqByClientId.set(event.client_id, event.seq);
    if (event.type === "created") {
      const { type, seq, at } = event;
      this.events.push({ seq, at, type });
      return;
    }
    if (event.type === "round") this.#reported = 0;
    const { view, history } = viewParts(this.#match, null);
    const outcome = { ...view, history: history.slice(this.#reported) };
    this.events.push(tableEvent(this.created, event, outcome));
    this.#reported = history.length;
  }
}

const chanceOf = (seed: string, { players, rules }: Match): SeededChance =>
  new SeededChance(seed, players.length, rules.options.hand_size);

/** Return the chance of a table with a seed, and the cards of its pack. */
function seededOf(game: PlayGame, { seed, preset, options = {}, seats }: CreatedEvent) {
  if (seed === undefined) return null;
  const dealt = game.match({ preset, options, players: seats.length });
  const cards = dealt.toRecord().rounds[0]?.pack.split(" ") ?? [];
  return { chance: chanceOf(seed, dealt), cards };
}

/** Return the version of the rules of the engine. */
export const rulesVersionOf = (game: PlayGame): string =>
  String(game.match({ players: 2, seed: 0 }).toRecord().rules_version);

/**
 * Host of a table in a worker. It answers messages as the server does (docs/wire.md), and stores a
 * move before it sends the move's message.
 */
import type { Player } from "schwimmen";
import type { PlayGame } from "schwimmen/play";
import { BOT_PAUSE_MS, NO_SUCH_TABLE, PAUSE_FACTORS } from "../../api/constants.generated";
import { WIRE_VERSION, type ClientMessage, type Pace } from "../../api/wire";
import { isObject, parseJson } from "../../storage/json";
import { DeviceTable } from "./device-table";
import { OWN_SEAT, UnplayableLog, type ClosedCode } from "./log";
import { Refusal, refusalOf } from "./refusal";
import { Conflict, type Store } from "../storage/store";
import { rowOf } from "../storage/table-row";

const RETRY_MS = 3000;

/** A page at the table, in this tab or another. */
export interface Client {
  send(message: object): void;
  close(code: number): void;
}

/** A command to a table at a time, which returns its event. */
type Command = (table: DeviceTable, at: string) => { seq: number };

export interface HostOptions {
  game: PlayGame;
  store: Store;
  /** Address of the script that plays the table. */
  engine: string;
  now?: () => Date;
}

const NOTICES: Readonly<Record<ClosedCode, string>> = {
  older_log: "this table was played by an earlier version and cannot go on in this one",
  newer_log: "this table was played by a newer version and cannot go on in this one",
  rules_version: "this table was played by other rules and cannot go on; its record is kept",
  damaged: "this table's log is damaged and cannot go on",
};

export class TableHost {
  readonly #id: string;
  readonly #options: HostOptions;
  #table: DeviceTable | null = null;
  readonly #clients = new Set<Client>();
  /** Completion of all messages received so far, which are handled one after the other. */
  #work: Promise<unknown> = Promise.resolve();
  #pace: Pace = "relaxed";
  #lastEvent = 0;
  readonly #bots = new Map<number, Player>();
  /** The choice of the bot to act, after event `seq`. */
  #choice: { seq: number; action: string } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(id: string, options: HostOptions) {
    this.#id = id;
    this.#options = options;
  }

  /** Handle a message of a page; the promise is fulfilled once it has been answered. */
  receive(client: Client, text: string): Promise<void> {
    return this.#inTurn(async () => {
      const message = parse(text);
      if (message === null) return refuse(client, null, badMessage("a message is an object"));
      const id = "id" in message ? message.id : null;
      try {
        await this.#handle(client, message);
      } catch (error) {
        refuse(client, id, error);
      }
    });
  }

  /** Remove a page that has gone; without pages the host does nothing. */
  leave(client: Client): void {
    this.#clients.delete(client);
    this.#wakeBots();
  }

  /** Stop for good: another tab plays the table. */
  stop(): void {
    this.#stopped = true;
    this.#clients.clear();
    clearTimeout(this.#timer);
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#work.then(run);
    this.#work = done.catch(() => undefined);
    return done;
  }

  async #handle(client: Client, message: ClientMessage): Promise<void> {
    if (this.#stopped) return;
    if (message.v !== WIRE_VERSION)
      throw new Refusal("version", `v: this table speaks version ${WIRE_VERSION} of the protocol`);
    if (message.type === "hello") return this.#welcome(client, message);
    if (message.type === "ping")
      return client.send({ v: WIRE_VERSION, type: "pong", id: message.id });
    if (!this.#clients.has(client)) throw new Refusal("hello_first", "the first message is hello");
    switch (message.type) {
      case "pace":
        this.#pace = message.pace;
        return this.#wakeBots();
      case "play":
        if (typeof message.action !== "string") throw badMessage("play.action: a text is needed");
        return this.#accept(client, message.id, (table, at) =>
          table.play(OWN_SEAT, message.action, at, message.id),
        );
      case "deal":
        return this.#accept(client, message.id, (table, at) =>
          table.deal(at, { seat: OWN_SEAT, client_id: message.id }),
        );
      case "say":
        throw new Refusal("chat_off", "there is no chat at this table");
      default:
        throw new Refusal("one_person", "this table is for one person");
    }
  }

  /** Send the whole table to a page, with the events after the last one that it has. */
  async #welcome(
    client: Client,
    { last_seq, pace }: Extract<ClientMessage, { type: "hello" }>,
  ): Promise<void> {
    const table = await this.#load(client);
    if (table === null) return;
    this.#clients.add(client);
    if (pace) this.#pace = pace;
    const known = last_seq != null && last_seq <= table.seq ? last_seq : 0;
    client.send({
      ...this.#message("welcome", table, known),
      presence: { seats: [OWN_SEAT], spectators: 0 },
      chat: [],
    });
    this.#wakeBots();
  }

  /** Return the table, or null after informing the page why it is unavailable. */
  async #load(client: Client): Promise<DeviceTable | null> {
    try {
      return await this.#loaded();
    } catch (error) {
      if (error instanceof UnplayableLog) {
        const { code: closed } = error;
        // A newer log goes on in a newer version.
        if (closed !== "newer_log")
          await this.#options.store.change(this.#id, { closed }).catch(() => undefined);
        client.send({
          v: WIRE_VERSION,
          type: "closed",
          code: error.code,
          message: NOTICES[error.code],
        });
        return null;
      }
      if (!(error instanceof Refusal && error.code === "unknown_table")) throw error;
      client.close(NO_SUCH_TABLE);
      return null;
    }
  }

  async #loaded(): Promise<DeviceTable> {
    if (this.#table !== null) return this.#table;
    const { game, store } = this.#options;
    const row = await store.table(this.#id).catch(storageFailed);
    if (row === undefined) throw new Refusal("unknown_table", "there is no such table here");
    const log = await store.playableLog(row).catch(storageFailed);
    this.#table = DeviceTable.replay(game, this.#id, log);
    this.#lastEvent = performance.now();
    if (this.#table.unprepared(game).length > 0)
      void game.prepare(this.#table.match).catch(() => undefined);
    this.#publish(this.#table, this.#table.seq); // pages that lack events say hello
    return this.#table;
  }

  /** Execute a command of a page and answer it; a repeated command gets the same answer. */
  async #accept(client: Client, id: string, command: Command): Promise<void> {
    const seq = await this.#execute(command, id);
    client.send({ v: WIRE_VERSION, type: "accepted", id, seq });
  }

  /** Execute a command, once for an id: store its event, then send it. Return its number. */
  async #execute(command: Command, id?: string): Promise<number> {
    for (let attempt = 0; ; attempt++) {
      const table = await this.#loaded();
      const executed = table.seqOf(id);
      if (executed !== undefined) return executed;
      const known = table.seq;
      const { seq } = command(table, this.#time(table));
      try {
        const row = rowOf(table, this.#options.engine);
        await this.#options.store.append(row, table.log, table.seq - known);
      } catch (error) {
        this.#table = null; // so that it is loaded as stored
        if (error instanceof Conflict && attempt === 0) continue;
        throw storageRefusal(error);
      }
      if (this.#stopped) throw new Refusal("elsewhere", "another tab plays this table now");
      this.#lastEvent = performance.now();
      this.#publish(table, known);
      return seq;
    }
  }

  /** Send the events after the first `known` ones to all pages, and let bots move. */
  #publish(table: DeviceTable, known: number): void {
    for (const client of this.#clients) client.send(this.#message("events", table, known));
    this.#wakeBots();
  }

  /** Return the time of the next event, never before the last one's: clocks jump. */
  #time(table: DeviceTable): string {
    const now = (this.#options.now?.() ?? new Date()).toISOString();
    const last = table.log.at(-1)?.at ?? now;
    return now > last ? now : last;
  }

  #message(type: "welcome" | "events", table: DeviceTable, known: number): object {
    const { seq } = table;
    const [events, state] = [table.events.slice(known), table.state()];
    return { v: WIRE_VERSION, type, seq, seat: OWN_SEAT, events, state };
  }

  /** Let the bot to act choose at once, and move after its pause. */
  #wakeBots(): void {
    clearTimeout(this.#timer);
    const table = this.#table;
    if (table === null || table.botToAct === null || this.#clients.size === 0) return;
    const pause = BOT_PAUSE_MS * PAUSE_FACTORS[this.#pace];
    this.#timer = setTimeout(
      () => {
        if (this.#choice?.seq !== table.seq)
          this.#choice = { seq: table.seq, action: this.#choose(table, table.botToAct ?? 0) };
        const left = pause - (performance.now() - this.#lastEvent);
        this.#timer = setTimeout(() => void this.#moveBot(), Math.max(left, 0));
      },
      0, // the messages are sent first
    );
  }

  #moveBot(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        const choice = this.#choice;
        const seat = (await this.#loaded()).botToAct;
        if (seat === null || this.#stopped || choice?.seq !== this.#table?.seq) return;
        await this.#execute((table, at) => table.play(seat, choice?.action ?? "", at));
      } catch (error) {
        for (const client of this.#clients) refuse(client, null, error);
        clearTimeout(this.#timer);
        if (!this.#stopped) this.#timer = setTimeout(() => void this.#retry(), RETRY_MS);
      }
    });
  }

  async #retry(): Promise<void> {
    await this.#loaded().catch(() => undefined);
    this.#wakeBots();
  }

  /** Return a bot's action, or any legal one if the bot fails, to keep the table going. */
  #choose(table: DeviceTable, seat: number): string {
    const { match } = table;
    const { legalActions } = match;
    try {
      const action = this.#bot(table, seat).choose(match);
      if (legalActions.includes(action)) return action;
    } catch (error) {
      console.error("a bot failed", error);
    }
    return legalActions[0] ?? "";
  }

  /** Return the bot at a seat; at a table with a seed there is a new one for each choice. */
  #bot(table: DeviceTable, seat: number): Player {
    const { level, character = null } = table.created.seats[seat]!;
    const seed = table.botSeed(seat);
    const known = this.#bots.get(seat);
    if (known !== undefined && seed === undefined) return known;
    const options = { character, lessEffort: true, ...(seed === undefined ? {} : { seed }) };
    const player = this.#options.game.player(level!, options);
    this.#bots.set(seat, player);
    return player;
  }
}

function parse(text: string): ClientMessage | null {
  const message = parseJson(text);
  return isObject(message) && "type" in message ? (message as unknown as ClientMessage) : null;
}

const badMessage = (line: string) => new Refusal("bad_message", line);

/** Return the refusal for an error of the storage. */
function storageRefusal(error: unknown): Refusal {
  return error instanceof Error && error.name === "QuotaExceededError"
    ? new Refusal("storage_full", "the storage of this browser is full")
    : new Refusal("storage_failed", "the storage of this browser does not work now");
}

function storageFailed(error: unknown): never {
  throw error instanceof UnplayableLog ? error : storageRefusal(error);
}

function refuse(client: Client, id: string | null, error: unknown): void {
  const known = refusalOf(error);
  const refusal =
    known instanceof Refusal ? known : new Refusal("internal", "the table failed; please reload");
  if (refusal !== known) console.error(error);
  const { code, message, reason, legal, details } = refusal;
  client.send({ v: WIRE_VERSION, type: "refused", id, code, message, reason, legal, details });
}

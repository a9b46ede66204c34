/**
 * The WebSocket of a table. It says hello with the last event it has, detects within three seconds
 * that the server does not respond, reconnects, and sends each command again, under the same id,
 * until the server has accepted or refused it. Events come with the changes of the table's state;
 * if one is missing, it says hello again.
 */
import { NO_SPECTATORS, NO_SUCH_TABLE, SERVICE_RESTART, SIGNED_OUT } from "./constants.generated";
import type * as sent from "./generated";
import { obstacleOf, retryDelay, type EngineObstacle } from "./engine-obstacle";
import { isObject, parseJson } from "../storage/json";
import { Replica } from "./replica";
import {
  WIRE_VERSION,
  type ChatLine,
  type ClientMessage,
  type Closed,
  type Pace,
  type Presence,
  type Reaction,
  type Refused,
  type ServerMessage,
  type TableInfo,
  type Update,
  type Welcome,
} from "./wire";

export type ConnectionState =
  | "connecting" // the first attempt, or the server prepares its engine
  | "open"
  | "lost" // no connection or no response: reconnecting
  | "closed" // the table was closed for good
  | "missing" // the table does not exist
  | "shut" // the table does not admit spectators, or not yet
  | "signed-out" // another device of the player has signed this one out
  | "outdated" // the server no longer speaks this page's version: the page must be reloaded
  | "too-new"; // the server does not speak this page's version yet

/** The part of a WebSocket that is used; tests replace it. */
export interface SocketLike {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface SocketHandlers {
  state(state: ConnectionState): void;
  welcome(message: Welcome): void;
  events(message: Update): void;
  presence(presence: Presence): void;
  said(line: ChatLine): void;
  reacted(seat: number | null, reaction: Reaction): void;
  /** `command` is the type of the refused command, if known. */
  refused(message: Refused, command: CommandType | null): void;
  closed(message: Closed): void;
  /** Report that the server cannot serve the table yet; the hello is sent again in a moment. */
  unprepared(obstacle: EngineObstacle): void;
  /** Report that the WebSocket has failed to open several times in a row. */
  unopened(): void;
  /** Report whether play pauses because the server cannot store moves. */
  paused(paused: boolean): void;
  /** Report whether a command is pending, or its events have not arrived yet. */
  busy(busy: boolean): void;
}

export interface SocketOptions {
  open: () => SocketLike;
  newId: () => string;
  /** The pace of bots. */
  pace: Pace;
  /** Whether to check regularly that the other end responds; a worker always does. */
  heartbeat?: boolean;
  /** Return a number from 0 to below 1; it spreads the reconnections of many browsers. */
  random?: () => number;
}

const PING_INTERVAL = 1000; // ms
const PONG_TIMEOUT = 1800; // ms; with PING_INTERVAL less than three seconds
const RECONNECT_AFTER = 5000; // ms without a response
/** Time in ms over which clients of a server come back that has not told another. */
const RETURN_TIME = 500;
const MAX_BACKOFF = 4000; // ms
/** Most of the time in ms over which clients come back that need not wait for a server. */
const AT_ONCE = 500;
/** Time in ms after which a command is sent again that the server could not store. */
const RESEND_AFTER = 5000;
const SIGNED_OUT_RETRIES = 2;
/** Failures to open in a row that are reported; fewer are no more than a disturbed network. */
const REPORTED_FAILURES = 2;

export class TableSocket {
  #socket: SocketLike | null = null;
  #state: ConnectionState = "connecting";
  #welcomed = false;
  /** Whether events are dropped until the welcome that answers the last hello. */
  #resyncing = false;
  readonly #replica = new Replica();
  #table: TableInfo | null = null;
  #seat: number | null = null;
  #pace: Pace;
  /** The pace last sent, if the server takes it from this player. */
  #sentPace: Pace | null = null;
  #awaitedSeq = 0; // of the last accepted command
  #outbox = new Map<string, CommandMessage>();
  #attempt = 0;
  /** Time in ms over which all clients of the server come back. */
  #returnTime = RETURN_TIME;
  #opened = false;
  #failures = 0; // to open, in a row
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #pongTimer: ReturnType<typeof setTimeout> | undefined;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #resendTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly handlers: SocketHandlers,
    private readonly options: SocketOptions,
  ) {
    this.#pace = options.pace;
  }

  start(): void {
    clearTimeout(this.#retryTimer);
    const socket = this.options.open();
    this.#socket = socket;
    this.#welcomed = false;
    this.#opened = false;
    socket.onopen = () => {
      this.#opened = true;
      this.#failures = 0;
      this.#sayHello();
      // Before the welcome, too: it may take a while, as the server loads the rules.
      if (this.#heartbeat) this.#pingTimer = setInterval(() => this.#sendPing(), PING_INTERVAL);
    };
    socket.onmessage = ({ data }) => this.#receive(data);
    socket.onclose = ({ code }) => {
      if (code === NO_SUCH_TABLE) this.#end("missing");
      else if (code === NO_SPECTATORS) this.#end("shut");
      // If this browser has signed out the others, its new cookie may still be on the way.
      else if (code === SIGNED_OUT && this.#attempt >= SIGNED_OUT_RETRIES) this.#end("signed-out");
      else if (code === SERVICE_RESTART && this.#attempt === 0) this.#retryAtOnce();
      else this.#retryLater();
    };
    if (this.#heartbeat) this.#expectPong();
  }

  stop(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#resendTimer);
    this.#closeSocket();
  }

  /** Check the connection, or reconnect, at once: the network or the page is back. */
  wake(): void {
    if (this.#final) return;
    if (this.#socket && this.#state === "open") return this.#sendPing();
    if (this.#socket && this.#state === "connecting") return;
    this.#attempt = 0;
    this.#retryAtOnce();
  }

  /** Report that the device has lost its network. */
  offline(): void {
    if (!this.#final) this.#setState("lost");
  }

  /** Send a command, repeatedly until the server has accepted or refused it. */
  send(command: Command): void {
    const message = { id: this.options.newId(), ...command } as CommandMessage;
    if (!this.#welcomed && TRANSIENT.includes(message.type)) return;
    this.#outbox.set(message.id, message);
    this.#reportBusy();
    if (this.#welcomed) this.#post(message);
  }

  /** Set the pace of bots; it is sent if this player decides on it. */
  pace(pace: Pace): void {
    this.#pace = pace;
    this.#sendPace();
  }

  get #heartbeat(): boolean {
    return this.options.heartbeat ?? true;
  }

  get #final(): boolean {
    return FINAL_STATES.some((state) => state === this.#state);
  }

  /** Whether this player decides on the pace: alone with bots, or as the host. */
  get #setsPace(): boolean {
    if (this.#seat === null || this.#table === null) return false;
    return this.#table.settings === null || this.#table.host === this.#seat;
  }

  #sendPace(): void {
    if (!this.#welcomed) return;
    const before = this.#sentPace;
    this.#sentPace = this.#setsPace ? this.#pace : null;
    if (this.#sentPace === null || this.#sentPace === before) return;
    this.#post({ type: "pace", pace: this.#pace });
  }

  #sayHello(): void {
    this.#resyncing = true;
    this.#sentPace = this.#pace;
    this.#post({
      type: "hello",
      last_seq: this.#replica.seq,
      views: "changes",
      pace: this.#pace,
    });
  }

  #post(message: WithoutVersion<ClientMessage>): void {
    this.#socket?.send(JSON.stringify({ v: WIRE_VERSION, ...message }));
  }

  #receive(data: unknown): void {
    const message = parse(data);
    if (message === null) return;
    if (typeof message === "string") return this.#end(message);
    this.#gotResponse();
    switch (message.type) {
      case "welcome":
        return this.#onWelcome(message);
      case "events":
        return this.#onEvents(message);
      case "accepted":
        this.#outbox.delete(message.id);
        this.handlers.paused(false);
        this.#awaitedSeq = Math.max(this.#awaitedSeq, message.seq ?? 0);
        return this.#reportBusy();
      case "presence":
        return this.handlers.presence(message.presence);
      case "said":
        return this.handlers.said(message.line);
      case "reacted":
        return this.handlers.reacted(message.seat, message.reaction);
      case "refused":
        return this.#onRefused(message);
      case "storage":
        this.handlers.paused(!message.available);
        if (message.available && this.#welcomed) this.#resend();
        return;
      case "closed":
        this.#end("closed");
        return this.handlers.closed(message);
      case "pong":
    }
  }

  #onWelcome(message: sent.Welcome): void {
    const welcome = this.#replica.welcome(message);
    if (welcome === null) return this.#sayHello();
    this.#attempt = 0;
    this.#returnTime = 1000 * (message.return_s ?? 0);
    this.#welcomed = true;
    this.#resyncing = false;
    this.#table = welcome.table;
    this.#seat = welcome.seat;
    this.#awaitedSeq = 0; // its events are among these, or the server has restored an older log
    this.#setState("open");
    this.handlers.paused(false);
    this.handlers.welcome(welcome);
    this.#sendPace(); // it may have changed since the hello
    this.#resend();
    this.#reportBusy();
  }

  /** Send all pending commands again, but for those that would be late. */
  #resend(): void {
    clearTimeout(this.#resendTimer);
    for (const [id, message] of this.#outbox) {
      if (TRANSIENT.includes(message.type)) this.#outbox.delete(id);
      else this.#post(message);
    }
  }

  #onEvents(message: sent.EventsMessage): void {
    if (this.#resyncing) return;
    const update = this.#replica.apply(message);
    if (update === null) return this.#sayHello();
    this.#table = update.table;
    this.#seat = update.seat;
    this.handlers.events(update);
    this.#sendPace(); // this player may have become the host
    this.#reportBusy();
  }

  #onRefused(message: Refused): void {
    if (message.code === "version") return this.#end("outdated");
    const obstacle = message.id === null ? obstacleOf(message) : null;
    if (obstacle !== null) return this.#awaitEngine(obstacle);
    if (message.code === "unavailable") return this.#awaitStorage(message);
    const command = message.id === null ? undefined : this.#outbox.get(message.id)?.type;
    if (message.id !== null) this.#outbox.delete(message.id);
    this.#reportBusy();
    this.handlers.refused(message, command ?? null);
    if (message.code === "unknown_table") this.#end("missing");
    else if (SHUT.includes(message.code)) this.#end("shut");
    else if (message.id === null && this.#resyncing) this.#reconnect(); // its hello was refused
  }

  #sendPing(): void {
    if (this.#pongTimer !== undefined) return; // a ping is pending
    this.#post({ type: "ping", id: this.options.newId() });
    this.#expectPong();
  }

  #expectPong(): void {
    this.#pongTimer = setTimeout(() => {
      this.#setState("lost");
      this.#reconnectTimer = setTimeout(() => this.#reconnect(), RECONNECT_AFTER);
    }, PONG_TIMEOUT);
  }

  #gotResponse(): void {
    clearTimeout(this.#pongTimer);
    clearTimeout(this.#reconnectTimer);
    this.#pongTimer = undefined;
    if (this.#welcomed) this.#setState("open");
  }

  #reconnect(): void {
    this.#closeSocket();
    this.#retryLater();
  }

  #closeSocket(): void {
    clearInterval(this.#pingTimer);
    clearTimeout(this.#pongTimer);
    clearTimeout(this.#reconnectTimer);
    this.#pongTimer = undefined;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** Reconnect within the time over which all clients come back, or within a growing one. */
  #retryLater(): void {
    if (!this.#opened && ++this.#failures >= REPORTED_FAILURES) this.handlers.unopened();
    const backoff = Math.min(RETURN_TIME * 2 ** this.#attempt, MAX_BACKOFF);
    this.#retryWithin(this.#attempt === 0 ? this.#returnTime : Math.max(this.#returnTime, backoff));
  }

  /** Reconnect without waiting for a server, but not in step with all others. */
  #retryAtOnce(): void {
    this.#retryWithin(Math.min(this.#returnTime, AT_ONCE));
  }

  /** Reconnect at a random time within the next `time` ms. */
  #retryWithin(time: number): void {
    this.#closeSocket();
    if (this.#final) return;
    this.#setState("lost");
    this.#attempt += 1;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.start(), time * this.#random());
  }

  /** Keep a command that could not be stored, and send it again later; reconnect for a hello. */
  #awaitStorage({ id }: Refused): void {
    this.handlers.paused(true);
    if (id === null) return this.#resyncing ? this.#reconnect() : undefined;
    const command = this.#outbox.get(id);
    if (command && TRANSIENT.includes(command.type)) this.#outbox.delete(id);
    clearTimeout(this.#resendTimer);
    this.#resendTimer = setTimeout(
      () => this.#welcomed && this.#resend(),
      RESEND_AFTER * (1 + this.#random()),
    );
  }

  #random(): number {
    return (this.options.random ?? Math.random)();
  }

  #awaitEngine(obstacle: EngineObstacle): void {
    this.#closeSocket();
    this.#setState("connecting");
    this.handlers.unprepared(obstacle);
    this.#retryTimer = setTimeout(() => this.start(), retryDelay(obstacle));
  }

  #end(state: FinalState): void {
    this.#setState(state);
    this.stop();
  }

  #setState(state: ConnectionState): void {
    if (this.#state === state || this.#final) return;
    this.#state = state;
    this.handlers.state(state);
  }

  #reportBusy(): void {
    const pending = [...this.#outbox.values()].some(({ type }) => !BACKGROUND.includes(type));
    this.handlers.busy(pending || (this.#replica.seq ?? 0) < this.#awaitedSeq);
  }
}

type WithoutVersion<M> = M extends ClientMessage ? Omit<M, "v"> : never;
/** A message that is sent under an id, until the server has responded to it. */
export type CommandMessage = Exclude<
  WithoutVersion<ClientMessage>,
  { type: "hello" | "pace" | "ping" }
>;
type WithoutId<M> = M extends CommandMessage ? Omit<M, "id"> : never;
/** A command to a table; the socket adds its id. */
export type Command = WithoutId<CommandMessage>;
export type CommandType = Command["type"];

/** Commands that do not block the player's next move. */
const BACKGROUND: readonly CommandType[] = ["say", "react", "commit", "reveal"];
/** Commands that are dropped instead of sent late. */
const TRANSIENT: readonly CommandType[] = ["react"];

/** Refusals of a hello by a table that the reader may not watch. */
const SHUT: readonly string[] = ["no_spectators", "daily_hidden"];

/** States that end all attempts to connect. */
const FINAL_STATES = ["closed", "missing", "shut", "signed-out", "outdated", "too-new"] as const;
type FinalState = (typeof FINAL_STATES)[number];

/** Return the message in a frame, or null if it is not a message, or how its version differs. */
function parse(data: unknown): ServerMessage | "outdated" | "too-new" | null {
  if (typeof data !== "string") return null;
  const message = parseJson(data);
  if (!isObject(message) || !("v" in message)) return null;
  const { v } = message;
  if (v === WIRE_VERSION) return message as unknown as ServerMessage;
  return typeof v === "number" && v < WIRE_VERSION ? "too-new" : "outdated";
}

/** Return a random UUID. (`crypto.randomUUID` exists over https and on localhost only.) */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const cuts = [0, 8, 12, 16, 20, 32];
  return cuts
    .slice(1)
    .map((end, i) => hex.slice(cuts[i], end))
    .join("-");
}

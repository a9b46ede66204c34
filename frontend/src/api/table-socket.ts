/**
 * The one connection of a table: says hello with the last event it knows, notices within three
 * seconds that nobody answers, comes back by itself, and sends every move again, under the same
 * id, until the server has accepted or refused it.
 */
import {
  WIRE_VERSION,
  type ChatLine,
  type ClientMessage,
  type Closed,
  type EventsMessage,
  type Pace,
  type Presence,
  type Reaction,
  type Refused,
  type TableInfo,
  type Welcome,
  type ServerMessage,
} from "./wire";

export type ConnectionState =
  | "connecting" // first attempt, nothing wrong so far
  | "open"
  | "lost" // no answer or no connection: trying again
  | "closed" // the table was closed for good
  | "missing" // there is no such table
  | "shut" // nobody may watch here
  | "signed-out" // another device of the player has signed this one out
  | "outdated"; // the server speaks another version: reload

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
  events(message: EventsMessage): void;
  presence(presence: Presence): void;
  said(line: ChatLine): void;
  reacted(seat: number, reaction: Reaction): void;
  /** `asked` is what was refused, if it is known. */
  refused(message: Refused, asked: CommandType | null): void;
  closed(message: Closed): void;
  /** A move is under way, or its effect has not arrived yet. */
  busy(busy: boolean): void;
}

export interface SocketOptions {
  open: () => SocketLike;
  newId: () => string;
  /** How quickly bots shall play. */
  pace: Pace;
  /** 0 <= random() < 1, spreads the reconnecting of many browsers. */
  random?: () => number;
}

const PING_EVERY = 1000; // ms
const ANSWER_WITHIN = 1800; // ms; with PING_EVERY less than three seconds
const GIVE_UP_AFTER = 5000; // ms without an answer until a new socket is tried
export const NO_SUCH_TABLE = 4404; // close codes of the server
export const NO_SPECTATORS = 4403;
export const SIGNED_OUT = 4401;
const BACKOFF = [250, 500, 1000, 2000, 4000]; // ms

export class TableSocket {
  #socket: SocketLike | null = null;
  #state: ConnectionState = "connecting";
  #welcomed = false;
  #table: TableInfo | null = null;
  #seat: number | null = null;
  #pace: Pace;
  /** What the server has heard of it, from somebody whom it asks. */
  #toldPace: Pace | null = null;
  #lastSeq: number | null = null;
  #awaited = 0; // the seq of the last accepted move
  #outbox = new Map<string, CommandMessage>();
  #attempt = 0;
  #ping: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #giveUp: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly handlers: SocketHandlers,
    private readonly options: SocketOptions,
  ) {
    this.#pace = options.pace;
  }

  start(): void {
    clearTimeout(this.#retry);
    const socket = this.options.open();
    this.#socket = socket;
    this.#welcomed = false;
    socket.onopen = () => {
      this.#toldPace = this.#pace;
      this.#post({ v: 1, type: "hello", last_seq: this.#lastSeq, pace: this.#pace });
      // Also before the welcome, which may take a while: the rules are being loaded.
      this.#ping = setInterval(() => this.#sendPing(), PING_EVERY);
    };
    socket.onmessage = ({ data }) => this.#received(data);
    socket.onclose = ({ code }) => {
      if (code === NO_SUCH_TABLE) this.#end("missing");
      else if (code === NO_SPECTATORS) this.#end("shut");
      // Once welcomed it may have another cookie by now: this browser may have signed out the others.
      else if (code === SIGNED_OUT && !this.#welcomed) this.#end("signed-out");
      else this.#dropped();
    };
    this.#expectAnswer();
  }

  stop(): void {
    clearTimeout(this.#retry);
    this.#drop();
  }

  /** Try at once instead of waiting: the network or the page is back. */
  wake(): void {
    if (this.#final) return;
    if (this.#socket && this.#state === "open") return this.#sendPing(); // it may be long dead
    if (this.#socket && this.#state === "connecting") return;
    this.#drop();
    this.#attempt = 0;
    this.start();
  }

  /** The network said that it is gone. */
  offline(): void {
    if (!this.#final) this.#setState("lost");
  }

  /** Asks for it until the server has accepted or refused it. */
  send(command: Command): void {
    const message = { v: WIRE_VERSION, id: this.options.newId(), ...command } as CommandMessage;
    if (!this.#welcomed && FLEETING.includes(message.type)) return;
    this.#outbox.set(message.id, message);
    this.#tellBusy();
    if (this.#welcomed) this.#post(message);
  }

  /** Bots shall play at another pace, where the reader has a say in it. */
  pace(pace: Pace): void {
    this.#pace = pace;
    this.#tellPace();
  }

  get #final(): boolean {
    return ["closed", "missing", "shut", "signed-out", "outdated"].includes(this.#state);
  }

  /** Whoever sits at a table with bots alone says how quickly they play, else the host. */
  get #setsPace(): boolean {
    if (this.#seat === null || this.#table === null) return false;
    return this.#table.settings === null || this.#table.host === this.#seat;
  }

  #tellPace(): void {
    if (!this.#welcomed) return;
    const before = this.#toldPace;
    this.#toldPace = this.#setsPace ? this.#pace : null;
    if (this.#toldPace === null || this.#toldPace === before) return;
    this.#post({ v: 1, type: "pace", pace: this.#pace });
  }

  #post(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #received(data: unknown): void {
    const message = parse(data);
    if (message === null) return;
    if (message === "outdated") return this.#end("outdated");
    this.#heard();
    switch (message.type) {
      case "welcome":
        return this.#onWelcome(message);
      case "events":
        return this.#onEvents(message);
      case "accepted":
        this.#outbox.delete(message.id);
        this.#awaited = Math.max(this.#awaited, message.seq ?? 0);
        return this.#tellBusy();
      case "presence":
        return this.handlers.presence(message.presence);
      case "said":
        return this.handlers.said(message.line);
      case "reacted":
        return this.handlers.reacted(message.seat, message.reaction);
      case "refused":
        return this.#onRefused(message);
      case "closed":
        this.#end("closed");
        return this.handlers.closed(message);
      case "pong":
    }
  }

  #onWelcome(message: Welcome): void {
    this.#attempt = 0;
    this.#welcomed = true;
    this.#table = message.table;
    this.#seat = message.seat;
    this.#lastSeq = message.seq;
    this.#awaited = 0; // it is among these events, or the server has an older log again
    this.#setState("open");
    this.handlers.welcome(message);
    this.#tellPace(); // changed since the hello, perhaps
    for (const [id, asked] of this.#outbox) {
      if (FLEETING.includes(asked.type)) this.#outbox.delete(id);
      else this.#post(asked);
    }
    this.#tellBusy();
  }

  #onEvents(message: EventsMessage): void {
    const known = this.#lastSeq ?? 0;
    const news = message.events.filter((event) => event.seq > known);
    const first = news[0];
    if (!first && message.events.length > 0) return; // known already
    if (first && first.seq > known + 1) return this.#reconnect(); // a gap: ask for it
    this.#lastSeq = news.at(-1)?.seq ?? this.#lastSeq;
    this.#table = message.table ?? this.#table;
    this.#seat = message.seat;
    this.handlers.events({ ...message, events: news });
    this.#tellPace(); // somebody else may have gone, who said it before
    this.#tellBusy();
  }

  #onRefused(message: Refused): void {
    const asked = message.id === null ? undefined : this.#outbox.get(message.id)?.type;
    if (message.id !== null) this.#outbox.delete(message.id);
    this.#tellBusy();
    this.handlers.refused(message, asked ?? null);
    if (message.code === "unknown_table") this.#end("missing");
    else if (message.code === "no_spectators") this.#end("shut");
    else if (!this.#welcomed) this.#reconnect(); // it could not let us in: later, perhaps
  }

  #sendPing(): void {
    if (this.#silence !== undefined) return; // one is under way
    this.#post({ v: 1, type: "ping", id: this.options.newId() });
    this.#expectAnswer();
  }

  #expectAnswer(): void {
    this.#silence = setTimeout(() => {
      this.#setState("lost");
      this.#giveUp = setTimeout(() => this.#reconnect(), GIVE_UP_AFTER);
    }, ANSWER_WITHIN);
  }

  #heard(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#giveUp);
    this.#silence = undefined;
    if (this.#welcomed) this.#setState("open");
  }

  #reconnect(): void {
    this.#drop();
    this.#dropped();
  }

  #drop(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#silence);
    clearTimeout(this.#giveUp);
    this.#silence = undefined;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #dropped(): void {
    this.#drop();
    if (this.#final) return;
    this.#setState("lost");
    const wait = BACKOFF[Math.min(this.#attempt, BACKOFF.length - 1)] ?? 0;
    this.#attempt += 1;
    const spread = 1 + 0.3 * (this.options.random ?? Math.random)();
    this.#retry = setTimeout(() => this.start(), wait * spread);
  }

  #end(state: "closed" | "missing" | "shut" | "signed-out" | "outdated"): void {
    this.#setState(state);
    this.stop();
  }

  #setState(state: ConnectionState): void {
    if (this.#state === state || this.#final) return;
    this.#state = state;
    this.handlers.state(state);
  }

  #tellBusy(): void {
    const asked = [...this.#outbox.values()].some(({ type }) => !ASIDE.includes(type));
    this.handlers.busy(asked || (this.#lastSeq ?? 0) < this.#awaited);
  }
}

/** What goes over the connection of a table. */

/** What is sent under an id, until the server has answered it. */
export type CommandMessage = Exclude<ClientMessage, { type: "hello" | "pace" | "ping" }>;
type WithoutId<M> = M extends CommandMessage ? Omit<M, "v" | "id"> : never;
/** What can be asked of a table; the link gives it an id. */
export type Command = WithoutId<CommandMessage>;
export type CommandType = Command["type"];

/** Nobody waits for these before the next move. */
export const ASIDE: readonly CommandType[] = ["say", "react", "commit", "reveal"];
/** Late they would mean something else. */
export const FLEETING: readonly CommandType[] = ["react"];

export function parse(data: unknown): ServerMessage | "outdated" | null {
  if (typeof data !== "string") return null;
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return null;
  }
  if (typeof message !== "object" || message === null || !("v" in message)) return null;
  return message.v === WIRE_VERSION ? (message as ServerMessage) : "outdated";
}

/** A random UUID. `crypto.randomUUID` exists only over https and on localhost; this works anywhere. */
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

/**
 * The one connection of a table: says hello with the last event it knows, notices within three
 * seconds that nobody answers, comes back by itself, and sends every move again, under the same
 * id, until the server has accepted or refused it.
 */
import {
  WIRE_VERSION,
  type ClientMessage,
  type Closed,
  type Events,
  type Pace,
  type Refused,
  type ServerMessage,
  type Welcome,
} from "../api/wire";

export type LinkState =
  | "connecting" // first attempt, nothing wrong so far
  | "open"
  | "lost" // no answer or no connection: trying again
  | "closed" // the table was closed for good
  | "missing" // there is no such table
  | "outdated"; // the server speaks another version: reload

export interface SocketLike {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface LinkHandlers {
  state(state: LinkState): void;
  welcome(message: Welcome): void;
  events(message: Events): void;
  refused(message: Refused): void;
  closed(message: Closed): void;
  /** A move is under way, or its effect has not arrived yet. */
  busy(busy: boolean): void;
}

export interface LinkOptions {
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
export const NO_SUCH_TABLE = 4404; // close code of the server
const BACKOFF = [250, 500, 1000, 2000, 4000]; // ms

type Play = Exclude<ClientMessage, { type: "hello" | "pace" | "ping" }>;

function parse(data: unknown): ServerMessage | "outdated" | null {
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

export class Link {
  #socket: SocketLike | null = null;
  #state: LinkState = "connecting";
  #welcomed = false;
  #seated = false;
  #pace: Pace;
  #toldPace: Pace | null = null;
  #lastSeq: number | null = null;
  #awaited = 0; // the seq of the last accepted move
  #outbox = new Map<string, Play>();
  #attempt = 0;
  #ping: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #giveUp: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly handlers: LinkHandlers,
    private readonly options: LinkOptions,
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
    socket.onclose = ({ code }) =>
      code === NO_SUCH_TABLE ? this.#end("missing") : this.#dropped();
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

  play(action: string): void {
    this.#submit({ v: 1, type: "play", id: this.options.newId(), action });
  }

  deal(): void {
    this.#submit({ v: 1, type: "deal", id: this.options.newId() });
  }

  /** Bots shall play at another pace; who only watches has no say in it. */
  pace(pace: Pace): void {
    this.#pace = pace;
    this.#tellPace();
  }

  get #final(): boolean {
    return ["closed", "missing", "outdated"].includes(this.#state);
  }

  #submit(message: Play): void {
    this.#outbox.set(message.id, message);
    this.#tellBusy();
    if (this.#welcomed) this.#post(message);
  }

  #tellPace(): void {
    if (!this.#welcomed || !this.#seated || this.#toldPace === this.#pace) return;
    this.#toldPace = this.#pace;
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
        this.#awaited = Math.max(this.#awaited, message.seq);
        return this.#tellBusy();
      case "refused":
        if (message.id !== null) this.#outbox.delete(message.id);
        this.#tellBusy();
        this.handlers.refused(message);
        if (message.code === "unknown_table") this.#end("missing");
        else if (!this.#welcomed) this.#reconnect(); // it could not let us in: later, perhaps
        return;
      case "closed":
        this.#end("closed");
        return this.handlers.closed(message);
      case "pong":
    }
  }

  #onWelcome(message: Welcome): void {
    this.#attempt = 0;
    this.#welcomed = true;
    this.#seated = message.seat !== null;
    this.#lastSeq = message.seq;
    this.#awaited = 0; // it is among these events, or the server has an older log again
    this.#setState("open");
    this.handlers.welcome(message);
    this.#tellPace(); // changed since the hello, perhaps
    for (const play of this.#outbox.values()) this.#post(play);
    this.#tellBusy();
  }

  #onEvents(message: Events): void {
    const known = this.#lastSeq ?? 0;
    const news = message.events.filter((event) => event.seq > known);
    const first = news[0];
    const last = news.at(-1);
    if (!first || !last) return;
    if (first.seq > known + 1) return this.#reconnect(); // a gap: ask for it
    this.#lastSeq = last.seq;
    this.handlers.events({ ...message, events: news });
    this.#tellBusy();
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

  #end(state: "closed" | "missing" | "outdated"): void {
    this.#setState(state);
    this.stop();
  }

  #setState(state: LinkState): void {
    if (this.#state === state || this.#final) return;
    this.#state = state;
    this.handlers.state(state);
  }

  #tellBusy(): void {
    this.handlers.busy(this.#outbox.size > 0 || (this.#lastSeq ?? 0) < this.#awaited);
  }
}

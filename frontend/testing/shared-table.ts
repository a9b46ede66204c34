/** Table of two people on a server, which sends recorded messages of the server's code. */
import { flushSync } from "svelte";
import { vi } from "vitest";
import { merge, type Json } from "../src/api/changes";
import { SERVICE_RESTART } from "../src/api/constants.generated";
import evenings from "../src/api/evenings.recorded.json";
import type * as sent from "../src/api/generated";
import { FakeSocket } from "../src/api/table-socket.fixtures";
import type { ClientMessage } from "../src/api/wire";
import { openPage, type Server, until } from "./page";

/** Recorded evenings: of the host Anna, of the guest Bo with clocks, or of a spectator. */
const EVENINGS = { host: 0, guest: 1, spectator: 2 };

interface Recorded {
  whole: sent.EventsMessage & { state: sent.State };
}
type Command = Extract<ClientMessage, { id: string }>;

/** Steps of the host's evening. */
export const STEPS = { alone: 0, gathered: 1, choice: 6, ownTurn: 9, over: 16 };

export class SharedTable {
  /** The commands of the page, except for its part in the shuffles. */
  readonly commands: Command[] = [];
  readonly #socket = new FakeSocket();
  readonly #recorded: Recorded[];
  #step = 0;
  #seq = 0;
  #state!: sent.State;
  #events: sent.TableEvent[] = [];

  constructor(
    step: number,
    evening: keyof typeof EVENINGS = "host",
    readonly presence: sent.Presence = { seats: [0, 1], spectators: 0 },
  ) {
    this.#recorded = evenings[EVENINGS[evening]] as unknown as Recorded[];
    this.#begin(step);
    const socket = this.#socket;
    socket.send = (text) => this.#take(JSON.parse(text) as ClientMessage);
    vi.stubGlobal("WebSocket", function () {
      setTimeout(() => socket.onopen?.());
      return socket;
    });
  }

  /** Open the page of the table, and wait until it is connected. */
  async open(server: Server = {}): Promise<void> {
    server["/api/tables/t"] = this.#state.table;
    await openPage("/t/t", { server });
    await until(() => {
      const shown = document.querySelector('[data-testid="connection"]');
      if (shown?.getAttribute("data-state") === "connecting") throw new Error("not connected");
    });
  }

  /** Advance to a later step of the evening. */
  goOn(step: number): void {
    while (this.#step < step) {
      const { seq, events, state, now } = this.#at(++this.#step);
      this.#update(seq, events, state, now);
    }
  }

  /** Change the table's state, with an event. */
  change(changes: object, event: Partial<sent.TableEvent> = {}): void {
    const type = "changed" as const;
    const one = { seq: this.#seq + 1, at: "2026-11-22T12:00:00Z", type, ...event };
    const state = merge(this.#state as unknown as Json, changes as Json) as unknown as sent.State;
    this.#update(one.seq, [one], state, one.at);
  }

  /** Send a message to the page. */
  send(message: object): void {
    this.#socket.receive({ v: 1, ...message });
    flushSync();
  }

  /** Close the connection with a code. */
  close(code: number): void {
    this.#socket.onclose?.({ code });
    flushSync();
  }

  /** Lose all events after an earlier step of the evening, and close the connection. */
  lose(step: number): void {
    this.#begin(step);
    this.close(SERVICE_RESTART);
  }

  #begin(step: number): void {
    this.#step = step;
    const { seq, state } = this.#at(step);
    this.#seq = seq;
    this.#state = state;
    this.#events = this.#recorded.slice(0, step + 1).flatMap(({ whole }) => whole.events);
  }

  #at(step: number): Recorded["whole"] {
    const recorded = this.#recorded[step];
    if (!recorded) throw new Error(`the evening has no step ${step}`);
    return recorded.whole;
  }

  #update(
    seq: number,
    events: sent.TableEvent[],
    state: sent.State,
    now?: sent.EventsMessage["now"],
  ): void {
    const since = this.#seq;
    this.#seq = seq;
    this.#state = state;
    this.#events.push(...events);
    this.send({ type: "events", since, seq, ...this.#seat, events, state, now });
  }

  get #seat(): { seat?: number } {
    const { seat } = this.#at(this.#step);
    return seat === undefined || seat === null ? {} : { seat };
  }

  #take(message: ClientMessage): void {
    if (message.type === "hello") {
      const { now } = this.#at(this.#step);
      const [seq, events, state, presence] = [this.#seq, this.#events, this.#state, this.presence];
      this.send({ type: "welcome", seq, ...this.#seat, events, state, presence, chat: [], now });
    } else if (message.type === "ping") {
      this.send({ type: "pong", id: message.id });
    } else if ("id" in message && !["commit", "reveal"].includes(message.type)) {
      this.commands.push(message as Command);
      this.send({ type: "accepted", id: message.id, seq: this.#seq });
    }
  }
}

/** This page's copy of a table's state, to which the server's changes are applied. */
import { merge, type Json } from "./changes";
import { decodeClocks, decodeEvent, decodeSeeds, decodeTable, decodeView } from "./decode";
import type * as sent from "./generated";
import type { RoundEvent, TableEvent, TableInfo, Update, Welcome } from "./wire";

/** The fields that `welcome` and `events` have in common. */
type StateMessage = Pick<sent.Welcome, "seq" | "seat" | "events" | "now">;

export class Replica {
  #seq: number | null = null;
  /** The time of the last event. */
  #at: string | undefined;
  /** Whether the log has another event in place of the last one. */
  #replaced = false;
  #state: sent.State | null = null;
  #table: TableInfo | null = null;
  /** The events of the running round. */
  #history: readonly RoundEvent[] = [];

  /** The number of the last event, or null before the first state and if the log has lost it. */
  get seq(): number | null {
    return this.#replaced ? null : this.#seq;
  }

  /** Take over a complete state; return null, keeping this one, if events before it are missing. */
  welcome(message: sent.Welcome): Welcome | null {
    const { state, presence, chat, events, last_at = this.#at } = message;
    const known = message.seq - events.length;
    if (known !== 0) {
      this.#replaced ||= known === this.#seq && last_at !== this.#at;
      if (known !== this.#seq || this.#replaced) return null;
      return { ...this.#update(message, state), presence, chat, lost: false };
    }
    const lost = this.#seq !== null && events[this.#seq - 1]?.at !== this.#at;
    this.#replaced = false;
    this.#history = [];
    return { ...this.#update(message, state), presence, chat, lost };
  }

  /** Apply new events; return null, changing nothing, if they do not follow the last one. */
  apply(message: sent.EventsMessage): Update | null {
    const { seq, events, since, changes, state } = message;
    if ((since ?? seq - events.length) !== this.#seq || this.#state === null) return null;
    return this.#update(message, state ?? mergeState(this.#state, changes ?? {}));
  }

  #update({ seq, seat = null, events, now = null }: StateMessage, state: sent.State): Update {
    const { view, own, times, ready, seeds } = state;
    const decoded = events.map(decodeEvent);
    this.#addHistory(decoded);
    // Keep the same object unless something in it has changed.
    const table =
      (state.table === this.#state?.table ? this.#table : null) ?? decodeTable(state.table);
    this.#table = table;
    this.#seq = seq;
    this.#at = decoded.at(-1)?.at ?? this.#at;
    this.#state = state;
    return {
      seq,
      seat,
      events: decoded,
      table,
      view: view ? decodeView(view, own ?? {}, seat, this.#history) : null,
      times: times ? decodeClocks(times, now) : null,
      ready: ready ?? [],
      seeds: seeds ? decodeSeeds(seeds) : null,
    };
  }

  #addHistory(events: readonly TableEvent[]): void {
    const deal = events.findLastIndex(({ type }) => type === "round");
    const added = events.slice(Math.max(deal, 0)).flatMap(({ history }) => history);
    this.#history = deal === -1 ? [...this.#history, ...added] : added;
  }
}

const mergeState = (state: sent.State, changes: object) =>
  merge(state as unknown as Json, changes as Json) as unknown as sent.State;

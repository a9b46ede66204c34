/** A table as the page sees it: what the server last sent, and the player's unfinished move. */
import { socketAddress } from "../api/http";
import type { Card, Refused, TableEvent, TableInfo, View } from "../api/wire";
import { newId } from "../link/id";
import { Link, type LinkState, type SocketLike } from "../link/link";
import { settings } from "../settings.svelte";
import { find, t, type Who } from "../i18n";
import { NO_AIM, stillThere, toggled, type Aim, type Offer } from "./choosing";
import { bestOf, happeningWords, resultWords, spoken } from "./words";

export class TableState {
  info = $state.raw<TableInfo | null>(null);
  seat = $state.raw<number | null>(null);
  view = $state.raw<View | null>(null);
  events = $state.raw<TableEvent[]>([]);
  /** The events of the latest message, for the cards' movements. */
  latest = $state.raw<TableEvent[]>([]);
  link = $state<LinkState>("connecting");
  busy = $state(false);
  aim = $state.raw<Aim>(NO_AIM);
  /** Why the last try did not work, until the next one. */
  notice = $state<string | null>(null);
  closed = $state<string | null>(null);
  /** For the live region. */
  announcement = $state("");

  readonly seq = $derived(this.events.at(-1)?.seq ?? 0);
  readonly myTurn = $derived(
    this.view !== null && this.seat !== null && this.view.to_act === this.seat && !this.view.over,
  );
  readonly best = $derived(bestOf(Number(this.info?.rules.all["hand_size"])));

  readonly #link: Link;

  /** Tell of the view that is about to change, so that the page can note where its cards lie. */
  onBeforeChange: () => void = () => {};

  constructor(readonly id: string) {
    this.#link = new Link(
      {
        state: (state) => (this.link = state),
        busy: (busy) => (this.busy = busy),
        welcome: ({ table, seat, seq, events, view }) => {
          this.info = table;
          this.seat = seat;
          this.notice = null;
          const known = this.seq;
          this.#take([...this.events, ...events.filter((event) => event.seq > known)], [], view);
          if (seq > 0 && known === 0) this.#announce([]);
        },
        events: ({ events, view }) => {
          this.#take([...this.events, ...events], events, view);
          this.#announce(events);
        },
        refused: (message) => (this.notice = refusal(message)),
        closed: ({ message }) => (this.closed = message || t.link.closed),
      },
      { open: () => openSocket(id), newId, pace: settings.pace },
    );
  }

  start(): void {
    this.#link.start();
    $effect(() => this.#link.pace(settings.pace));
  }

  stop(): void {
    this.#link.stop();
  }

  wake = (): void => this.#link.wake();
  offline = (): void => this.#link.offline();

  whoIs = (seat: number): Who => ({
    name: this.info?.seats[seat]?.name ?? `${seat}`,
    you: seat === this.seat,
  });

  choose(side: keyof Aim, card: Card): void {
    this.notice = null;
    this.aim = toggled(this.aim, side, card);
  }

  /** Play what the button offers, or say why it cannot be. */
  press(offer: Offer): void {
    if (this.busy) {
      this.notice = t.refused.busy;
    } else if (offer.refused !== null) {
      this.notice = find(t.refused, offer.refused) ?? t.refused.other;
    } else {
      this.notice = null;
      this.#link.play(offer.choice.action);
    }
  }

  nextRound(): void {
    if (!this.busy) this.#link.deal();
  }

  #take(events: TableEvent[], latest: TableEvent[], view: View | null): void {
    this.onBeforeChange();
    this.events = events;
    this.latest = latest;
    if (view === null) return;
    this.view = view;
    this.aim = view.phase === "over" ? NO_AIM : stillThere(this.aim, view);
    if (latest.length > 0) this.notice = null;
  }

  #announce(events: readonly TableEvent[]): void {
    const words = events
      .flatMap(({ happenings }) => happenings)
      .filter(({ kind }) => kind !== "end")
      .map((happening) => happeningWords(happening, this, t))
      .filter((line) => line !== null)
      .map((line) => spoken(line, t));
    if (this.view?.result) words.push(resultWords(this.view.result, this, t));
    if (this.view?.over) words.push(`${t.over.wins(this.view.winners.map(this.whoIs))}.`);
    else if (this.myTurn) words.push(`${t.table.yourTurn}.`);
    this.announcement = words.join(" ");
  }
}

function refusal({ reason, code, message }: Refused): string {
  return find(t.refused, reason ?? code) ?? message;
}

function openSocket(id: string): SocketLike {
  return new WebSocket(socketAddress(id, location)) as SocketLike;
}

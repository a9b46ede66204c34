/** A table as the page sees it: what the server last sent, and the player's unfinished move. */
import { socketAddress } from "../api/http";
import type { Card, Choice, TableEvent, TableInfo, View } from "../api/wire";
import { TablePeople } from "./people/people.svelte";
import {
  type Command,
  type CommandType,
  newId,
  TableSocket,
  type ConnectionState,
  type SocketLike,
} from "../api/table-socket";
import { find, t, type PlayerName } from "../i18n";
import { settings } from "../settings/settings.svelte";
import {
  NO_AIM,
  aimed,
  offer,
  prospects,
  stillThere,
  toggled,
  type ActionKind,
  type Aim,
  type Offer,
} from "./hand/move-selection";
import { aimOf, carried, type Drag } from "./hand/card-drag";
import { Announcer } from "./announcer.svelte";
import { peopleAnnouncements, arrivalAnnouncements, eventAnnouncements } from "./announcements";
import { isolateName } from "../i18n/names";
import { refusalText } from "../i18n/error-text";
import { keepPositions } from "../cards/cards";
import { bestHandName } from "./event-text";

/**
 * What is pressed so soon after it could be seen was meant for what lay there before: the second
 * half of a double click.
 */
const SLIP = 350; // ms

export class TableState {
  info = $state.raw<TableInfo | null>(null);
  seat = $state.raw<number | null>(null);
  view = $state.raw<View | null>(null);
  events = $state.raw<TableEvent[]>([]);
  /** The events of the latest message, for the cards' movements. */
  latest = $state.raw<TableEvent[]>([]);
  connection = $state<ConnectionState>("connecting");
  busy = $state(false);
  /** The buttons have only just come to where they are, or mean something else now. */
  fresh = $state(true);
  /** A card under way, or just pressed. */
  drag = $state.raw<Drag | null>(null);
  /** A move that waits for its confirmation. */
  pending = $state.raw<{ kind: ActionKind; choice: Choice } | null>(null);
  #chosen = $state.raw<Aim>(NO_AIM);
  /** Why the last try did not work, until the next one. */
  notice = $state<string | null>(null);
  closed = $state<string | null>(null);
  /** What was asked for last and refused, until something else is asked for. */
  refused = $state.raw<{ asked: CommandType | null; code: string; words: string } | null>(null);
  /** For who listens. */
  readonly announcer = new Announcer();

  /** The reader is out and has asked for the rest of the match at once. */
  skipping = $state(false);
  /** Something was pressed too soon after it could be seen. */
  slipped = $state(false);

  readonly seq = $derived(this.events.at(-1)?.seq ?? 0);
  readonly myTurn = $derived.by(() => {
    const { view, seat, people } = this;
    return seat !== null && view?.to_act === seat && !view.over && people.away === null;
  });
  /** The buttons to play with can be seen, and beside them why something could not be. */
  readonly plays = $derived.by(() => {
    const { view, seat, people } = this;
    const active = seat !== null && (view?.seats[seat]?.active ?? false);
    return active && view?.phase !== "over" && people.away === null && people.missed === null;
  });
  /** The reader is out, and what is left of the match is played by bots at the reader's pace. */
  readonly canSkip = $derived.by(() => {
    const { view, seat, info, people, skipping } = this;
    if (!view || !info || seat === null || view.over || skipping) return false;
    if (view.seats[seat]?.status !== "out" || (people.shared && !people.isHost)) return false;
    const humans = info.seats.filter(({ level, away }) => level === null && away === null);
    return humans.every((one) => view.seats[one.seat]?.status === "out");
  });
  /** The cards chosen, or those that a drag aims at. */
  readonly aim = $derived(this.drag?.by ? aimOf(this.drag) : this.#chosen);
  /** The exchange that both cards stand for. */
  readonly pair = $derived(aimed(this.view?.choices ?? [], this.aim, false));
  /** What each card would make of the hand together with the one already chosen or dragged. */
  readonly found = $derived(
    prospects(this.view?.choices ?? [], this.drag?.by ? carried(this.drag) : this.#chosen),
  );

  readonly best = $derived(bestHandName(Number(this.info?.rules.all["hand_size"])));

  /** What concerns the others: who is there, what they say, how much time they have. */
  readonly people: TablePeople;
  readonly #socket: TableSocket;
  #painted = 0;
  #settled: ReturnType<typeof setTimeout> | undefined;
  #slip: ReturnType<typeof setTimeout> | undefined;

  /** Tell of the view that is about to change, so that the page can note where its cards lie. */
  onBeforeChange: () => void = () => {};

  constructor(readonly id: string) {
    this.people = new TablePeople(this);
    this.#socket = new TableSocket(
      {
        state: (state) => (this.connection = state),
        busy: (busy) => (this.busy = busy),
        welcome: (message) => {
          const { table, seat, seq, events, view } = message;
          this.info = table;
          this.seat = seat;
          this.notice = null;
          this.people.welcome(message);
          // A server with an older log, from a backup perhaps: what it has now is what counts.
          const kept = seq < this.seq ? [] : this.events;
          const known = kept.at(-1)?.seq ?? 0;
          const missed = events.filter((event) => event.seq > known);
          // Who opens a table sees its first cards dealt, unless somebody has played already.
          const opening = known === 0 && missed.every(({ type }) => type !== "action");
          this.#take([...kept, ...missed], opening ? missed : [], view);
          if (view === null || seq === 0) return;
          if (known === 0) this.announcer.say(arrivalAnnouncements(view, this, t));
          else if (missed.length > 0) this.announcer.say(eventAnnouncements(missed, view, this, t));
        },
        events: (message) => {
          const { table, seat, events, view } = message;
          const before = { table: this.info, seat: this.seat };
          if (table) this.info = table;
          this.seat = seat;
          this.people.take(message);
          if (events.length > 0) this.#take([...this.events, ...events], events, view);
          this.announcer.say(peopleAnnouncements(events, before, this, t));
          const told = view && (!this.skipping || view.over);
          if (told && events.length > 0)
            this.announcer.say(eventAnnouncements(events, view, this, t));
        },
        presence: (presence) => this.people.meet(presence),
        said: (line) => this.people.hear(line),
        reacted: (seat, reaction) => this.people.see(seat, reaction),
        refused: (message, asked) => {
          if (asked === "commit") void this.people.commitReveal.refused(message.code);
          if (asked === "commit" || asked === "reveal") return; // too late, or known already
          const words = refusalText(message);
          this.refused = { asked, code: message.code, words };
          if (!["no_spectators", "unknown_table"].includes(message.code)) this.warn(words);
          this.drag = null;
        },
        closed: ({ code, message }) => (this.closed = find(t.link.closed, code) ?? message),
      },
      { open: () => openSocket(id), newId, pace: settings.pace },
    );
  }

  start(): void {
    this.#socket.start();
    $effect(() => this.#socket.pace(this.skipping ? "instant" : settings.pace));
    $effect(() => {
      const { view, skipping, people } = this;
      if (skipping && view?.phase === "over" && !view.over && people.wait.asks) this.nextRound();
    });
    $effect(() => this.people.clock.run());
  }

  stop(): void {
    this.#socket.stop();
  }

  wake = (): void => this.#socket.wake();
  offline = (): void => this.#socket.offline();

  /** Somebody, as sentences name them. */
  playerName = (seat: number): PlayerName => ({
    name: isolateName(this.info?.seats.find((one) => one.seat === seat)?.name ?? `${seat}`),
    you: seat === this.seat,
  });

  /** Asks for it; what comes of it is told like all else. */
  send(command: Command): void {
    this.refused = null;
    this.notice = null;
    this.#socket.send(command);
  }

  choose(side: keyof Aim, card: Card): void {
    this.notice = null;
    this.#chosen = toggled(this.#chosen, side, card);
  }

  /** Lets go of the chosen cards. */
  undo(): void {
    if (this.busy) return; // they are on their way
    this.notice = null;
    this.#chosen = NO_AIM;
    this.letGo();
  }

  /** Not that move, after all; the chosen cards stay. */
  takeBack(): void {
    this.pending = null;
  }

  /** The dragged card goes back to where it lay. */
  letGo(): void {
    this.drag = null;
  }

  /** The dragged card is let go: on another card that is a move. */
  drop(): void {
    const { drag } = this;
    if (drag?.by && drag.over !== null) {
      this.#chosen = aimOf(drag);
      if (this.act("exchange")) {
        this.drag = { ...drag, dropped: true };
        return;
      }
    }
    this.letGo();
  }

  /** Whether the move is under way. */
  act(kind: ActionKind): boolean {
    return this.view !== null && this.press(offer(this.view, kind, this.aim));
  }

  /** Play what the button offers, or say why it cannot be; whether the move is under way. */
  press({ kind, choice, refused }: Offer): boolean {
    this.pending = null;
    if (this.busy) {
      this.warn(t.refused.busy);
    } else if (refused !== null) {
      this.warn(find(t.refused, refused) ?? t.refused.other);
    } else {
      this.notice = null;
      if (!settings.confirm) return this.#play(choice);
      this.pending = { kind, choice };
      this.#refresh();
    }
    return false;
  }

  /** Yes, that move. */
  confirm(): void {
    if (this.pending && !this.busy) this.#play(this.pending.choice);
    this.pending = null;
  }

  #play({ action }: Choice): true {
    this.#socket.send({ type: "play", action });
    this.#refresh();
    return true;
  }

  nextRound(): void {
    if (this.busy) return;
    this.send({ type: "deal" });
    this.#refresh();
  }

  /** Plays the rest of the match without pauses. */
  skip(): void {
    this.skipping = true;
  }

  /** Shows that what was pressed has been taken for a slip. */
  slip(): void {
    this.slipped = true;
    clearTimeout(this.#slip);
    this.#slip = setTimeout(() => (this.slipped = false), SLIP);
  }

  #refresh(): void {
    cancelAnimationFrame(this.#painted);
    clearTimeout(this.#settled);
    this.fresh = true;
    this.#painted = requestAnimationFrame(() => {
      this.#settled = setTimeout(() => (this.fresh = false), SLIP);
    });
  }

  #take(events: TableEvent[], latest: TableEvent[], view: View | null): void {
    this.onBeforeChange();
    this.events = events;
    this.latest = latest;
    if (latest.length > 0) this.notice = null;
    if (view === null) return;
    if (this.fresh || this.view?.phase !== view.phase) this.#refresh();
    const played = this.myTurn;
    this.view = {
      ...view,
      hand: keepPositions(this.view?.hand ?? [], view.hand),
      table: keepPositions(this.view?.table ?? [], view.table),
    };
    const done = view.phase === "over" || (played && !this.myTurn);
    this.#chosen = done ? NO_AIM : stillThere(this.#chosen, view);
    const { drag, pending } = this;
    const inPlace = drag && [...view.hand, ...view.table].includes(drag.card);
    if (!inPlace || drag.dropped) this.drag = null;
    if (pending && !view.choices.some(({ action }) => action === pending.choice.action))
      this.pending = null;
  }

  /** Says why something could not be. */
  warn(words: string): void {
    this.notice = words;
    this.announcer.warn(words);
  }
}

function openSocket(id: string): SocketLike {
  return new WebSocket(socketAddress(id, location)) as SocketLike;
}

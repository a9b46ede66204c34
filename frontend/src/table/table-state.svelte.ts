/** State of a table's page: the server's latest data, and the move that the player is choosing. */
import { socketAddress } from "../api/http";
import type {
  ActionKind,
  Card,
  Choice,
  TableEvent,
  TableInfo,
  Update,
  View,
  Welcome,
} from "../api/wire";
import { DeviceSocket } from "../device/device";
import { isDeviceTable } from "../api/table-id";
import { engineStatus } from "../api/engine-status.svelte";
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
import { settings } from "../storage/settings.svelte";
import {
  NO_SELECTION,
  actionOffer,
  keepAvailable,
  possibleExchanges,
  selectedExchange,
  toggleCard,
  type ActionOffer,
  type Selection,
  type Side,
} from "./hand/move-selection";
import { dragSelection, draggedCard, type Drag } from "./hand/card-drag";
import { Announcer } from "./announcer.svelte";
import { MoveHint } from "./hints/move-hint.svelte";
import {
  peopleAnnouncements,
  arrivalAnnouncements,
  eventAnnouncements,
} from "../narration/announcements";
import { isolateName } from "../i18n/names";
import { refusalText, socketProblem } from "../api/error-text";
import { keepPositions } from "../cards/cards";
import { bestHandName } from "../cards/card-names";
import { updates } from "../worker/updates.svelte";

/**
 * Time for which new buttons ignore presses, which were meant for the previous content, such as the
 * second half of a double click.
 */
const GUARD_TIME = 350; // ms

export class TableState {
  info = $state.raw<TableInfo | null>(null);
  seat = $state.raw<number | null>(null);
  view = $state.raw<View | null>(null);
  events = $state.raw<TableEvent[]>([]);
  /** Events of the latest message, to be animated. */
  latest = $state.raw<TableEvent[]>([]);
  connection = $state<ConnectionState>("connecting");
  /** Whether play pauses because the server cannot store moves. */
  paused = $state(false);
  /** Reason why the connection does not come about although the server answers. */
  obstacle = $state<string | null>(null);
  busy = $state(false);
  /** Whether buttons ignore presses because they have just appeared or changed. */
  guarded = $state(true);
  /** Drag in progress. */
  drag = $state.raw<Drag | null>(null);
  /** Move to be confirmed. */
  pending = $state.raw<{ kind: ActionKind; choice: Choice } | null>(null);
  #selection = $state.raw<Selection>(NO_SELECTION);
  /** Reason why the last attempt failed, until the next one. */
  notice = $state<string | null>(null);
  closed = $state<string | null>(null);
  /** The last command, if it was refused, until the next one. */
  refused = $state.raw<{ asked: CommandType | null; code: string; words: string } | null>(null);
  readonly announcer = new Announcer();

  /** Whether the player, being out, has skipped the rest of the match. */
  skipping = $state(false);
  /** Whether a press has just been ignored. */
  pressIgnored = $state(false);

  readonly seq = $derived(this.events.at(-1)?.seq ?? 0);
  readonly myTurn = $derived.by(() => {
    const { view, seat, people } = this;
    return seat !== null && view?.to_act === seat && !view.over && people.away === null;
  });
  /** Whether the action buttons are shown, with the notice beside them. */
  readonly showsActions = $derived.by(() => {
    const { view, seat, people } = this;
    const active = seat !== null && (view?.seats[seat]?.active ?? false);
    return active && view?.phase !== "over" && people.away === null && people.absentMover === null;
  });
  /** Whether the player can skip the rest: all people are out, and only bots play. */
  readonly canSkip = $derived.by(() => {
    const { view, seat, info, people, skipping } = this;
    if (!view || !info || seat === null || view.over || skipping) return false;
    if (view.seats[seat]?.status !== "out" || (people.shared && !people.isHost)) return false;
    const humans = info.seats.filter(({ level, away }) => level === null && away === null);
    return humans.every((one) => view.seats[one.seat]?.status === "out");
  });
  /** Selected cards, or those of the drag. */
  readonly selection = $derived(this.drag?.offset ? dragSelection(this.drag) : this.#selection);
  /** The exchange of the two selected cards. */
  readonly exchange = $derived(selectedExchange(this.view?.choices ?? [], this.selection, false));
  /** The possible exchanges with the card selected or dragged, by the other card. */
  readonly possibleExchanges = $derived(
    possibleExchanges(
      this.view?.choices ?? [],
      this.drag?.offset ? draggedCard(this.drag) : this.#selection,
    ),
  );

  readonly best = $derived(bestHandName(Number(this.info?.rules.all["hand_size"])));

  /** Presence, clocks and chat of the other people. */
  readonly people: TablePeople;
  readonly moveHint: MoveHint;
  readonly #socket: TableSocket;
  #engineWait: ReturnType<typeof engineStatus.begin> | null = null;
  #guardFrame = 0;
  #guardTimer: ReturnType<typeof setTimeout> | undefined;
  #ignoredTimer: ReturnType<typeof setTimeout> | undefined;

  /** Called before the view changes, so that the page can record the cards' positions. */
  onBeforeChange: () => void = () => {};

  constructor(readonly id: string) {
    this.people = new TablePeople(this);
    this.moveHint = new MoveHint(this);
    this.#socket = new TableSocket(
      {
        state: (state) => {
          if (state === "open" && this.connection === "lost") void updates.check();
          this.connection = state;
          this.obstacle = null;
          if (state !== "connecting") this.#endEngineWait();
        },
        busy: (busy) => (this.busy = busy),
        paused: (paused) => (this.paused = paused),
        welcome: (message) => this.#welcome(message),
        events: (message) => this.update(message),
        presence: (presence) => this.people.updatePresence(presence),
        said: (line) => this.people.receiveLine(line),
        reacted: (seat, reaction) => this.people.receiveReaction(seat, reaction),
        refused: (message, command) => {
          if (command === "commit") void this.people.commitReveal.refused(message.code);
          if (command === "commit" || command === "reveal") return; // sent too late or twice
          const words = refusalText(message);
          this.refused = { asked: command, code: message.code, words };
          if (!["no_spectators", "daily_hidden", "unknown_table"].includes(message.code))
            this.warn(words);
          this.drag = null;
        },
        unprepared: (obstacle) => (this.#engineWait ??= engineStatus.begin()).note(obstacle),
        unopened: () => void this.#findObstacle(),
        closed: ({ code, message }) => (this.closed = find(t.connection.closed, code) ?? message),
      },
      {
        open: () => openSocket(id),
        newId,
        pace: settings.pace,
        heartbeat: !isDeviceTable(id),
      },
    );
  }

  start(): void {
    this.#socket.start();
    $effect(() => this.#socket.pace(this.skipping ? "instant" : settings.pace));
    $effect(() => {
      const { view, skipping, people } = this;
      if (skipping && view?.phase === "over" && !view.over && people.nextRound.canAsk)
        this.nextRound();
    });
    $effect(() => this.people.clock.run());
  }

  stop(): void {
    this.#socket.stop();
    this.#endEngineWait();
    this.moveHint.stop();
  }

  wake = (): void => this.#socket.wake();
  offline = (): void => this.#socket.offline();

  async #findObstacle(): Promise<void> {
    const found = await socketProblem();
    if (this.connection === "lost") this.obstacle = found;
  }

  #endEngineWait(): void {
    this.#engineWait?.end();
    this.#engineWait = null;
  }

  /** Apply the state with which a connection begins. */
  #welcome(message: Welcome): void {
    const { table, seat, seq, events, view, lost } = message;
    this.info = table;
    this.seat = seat;
    this.notice = null;
    this.people.welcome(message);
    // The server's log is authoritative, even if it comes from a backup.
    const kept = lost ? [] : this.events;
    const last = kept.at(-1)?.seq ?? 0;
    const missed = events.filter((event) => event.seq > last);
    // The first deal is animated when a table opens, unless a player has moved already.
    const opening = last === 0 && missed.every(({ type }) => type !== "action");
    this.apply([...kept, ...missed], opening ? missed : [], view);
    if (lost) this.warn(t.connection.movesLost);
    if (view === null || seq === 0) return;
    if (last === 0) this.announcer.announce(arrivalAnnouncements(view, this, t));
    else if (missed.length > 0) this.announcer.announce(eventAnnouncements(missed, view, this, t));
  }

  /** Show and announce the events of a message, and the state after them. */
  protected update(message: Update): void {
    const { table, seat, events, view } = message;
    const before = { table: this.info, seat: this.seat };
    this.info = table;
    this.seat = seat;
    this.people.update(message);
    if (events.length > 0) this.apply([...this.events, ...events], events, view);
    this.announcer.announce(peopleAnnouncements(events, before, this, t));
    if (events.length > 0 && view && (!this.skipping || view.over))
      this.announcer.announce(eventAnnouncements(events, view, this, t));
  }

  /** The reader's own seat: the one whose view is shown, except in a replay. */
  get own(): number | null {
    return this.seat;
  }

  /** Return the name of a seat's player in sentences. */
  playerName = (seat: number): PlayerName => ({
    name: isolateName(this.info?.seats.find((one) => one.seat === seat)?.name ?? `${seat}`),
    you: seat === this.own,
  });

  /** Return the face that a seat's player has chosen, if any. */
  faceOf = (seat: number): string | null =>
    this.info?.seats.find((one) => one.seat === seat)?.face ?? null;

  /** Send a command to the server. */
  send(command: Command): void {
    this.refused = null;
    this.notice = null;
    this.#socket.send(command);
  }

  /** Select a card, or deselect it if it is selected. */
  choose(side: Side, card: Card): void {
    this.notice = null;
    this.#selection = toggleCard(this.#selection, side, card);
  }

  /** Clear the selection, unless its exchange is being sent. */
  clearSelection(): void {
    if (this.busy) return;
    this.notice = null;
    this.#selection = NO_SELECTION;
    this.endDrag();
  }

  /** Cancel the move to be confirmed; its cards stay selected. */
  cancelPending(): void {
    this.pending = null;
  }

  /** End the drag; its card returns to its place. */
  endDrag(): void {
    this.drag = null;
  }

  /** Drop the dragged card: on another card, exchange the two. */
  drop(): void {
    const { drag } = this;
    if (drag?.offset && drag.over !== null) {
      this.#selection = dragSelection(drag);
      if (this.act("exchange")) {
        this.drag = { ...drag, dropped: true };
        return;
      }
    }
    this.endDrag();
  }

  /** Play an action with the selected cards; return whether it was sent. */
  act(kind: ActionKind): boolean {
    return this.view !== null && this.press(actionOffer(this.view, kind, this.selection));
  }

  /** Play a button's choice, or show why it is refused; return whether the choice was sent. */
  press({ kind, choice, refused }: ActionOffer): boolean {
    this.pending = null;
    if (this.busy) {
      this.warn(t.refused.busy);
    } else if (refused !== null) {
      this.warn(find(t.refused, refused) ?? t.refused.other);
    } else {
      this.notice = null;
      if (!settings.confirm) return this.#play(choice);
      this.pending = { kind, choice };
      this.#guard();
    }
    return false;
  }

  /** Play the move to be confirmed. */
  confirm(): void {
    if (this.pending && !this.busy) this.#play(this.pending.choice);
    this.pending = null;
  }

  #play({ action }: Choice): true {
    this.send({ type: "play", action });
    this.#guard();
    return true;
  }

  nextRound(): void {
    if (this.busy) return;
    this.send({ type: "deal" });
    this.#guard();
  }

  /** Play the rest of the match without pauses. */
  skip(): void {
    this.skipping = true;
  }

  /** Show briefly that a press was ignored. */
  ignorePress(): void {
    this.pressIgnored = true;
    clearTimeout(this.#ignoredTimer);
    this.#ignoredTimer = setTimeout(() => (this.pressIgnored = false), GUARD_TIME);
  }

  #guard(): void {
    cancelAnimationFrame(this.#guardFrame);
    clearTimeout(this.#guardTimer);
    this.guarded = true;
    this.#guardFrame = requestAnimationFrame(() => {
      this.#guardTimer = setTimeout(() => (this.guarded = false), GUARD_TIME);
    });
  }

  /** Show all events so far with the view after them; the `latest` events are animated. */
  protected apply(events: TableEvent[], latest: TableEvent[], view: View | null): void {
    this.onBeforeChange();
    this.events = events;
    this.latest = latest;
    if (latest.length > 0) this.notice = null;
    if (view === null) return;
    if (this.guarded || this.view?.phase !== view.phase) this.#guard();
    const wasMyTurn = this.myTurn;
    this.view = {
      ...view,
      hand: keepPositions(this.view?.hand ?? [], view.hand),
      table: keepPositions(this.view?.table ?? [], view.table),
    };
    if (view.over && isDeviceTable(this.id))
      void import("../device/handover/occasions").then(({ matchEnded }) => matchEnded());
    const done = view.phase === "over" || (wasMyTurn && !this.myTurn);
    this.#selection = done ? NO_SELECTION : keepAvailable(this.#selection, view);
    const { drag, pending } = this;
    const inPlace = drag && [...view.hand, ...view.table].includes(drag.card);
    if (!inPlace || drag.dropped) this.drag = null;
    if (pending && !view.choices.some(({ action }) => action === pending.choice.action))
      this.pending = null;
  }

  /** Show and announce the reason of a failure. */
  warn(words: string): void {
    this.notice = words;
    this.announcer.warn(words);
  }
}

function openSocket(id: string): SocketLike {
  return isDeviceTable(id)
    ? new DeviceSocket(id)
    : (new WebSocket(socketAddress(id, location)) as SocketLike);
}

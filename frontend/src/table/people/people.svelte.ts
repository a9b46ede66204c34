/** People at a table: presence, clocks, chat and the agreement on the shuffles. */
import type {
  ChatLine,
  Presence,
  Reaction,
  SeatInfo,
  SeatRelation,
  SeatView,
  TableInfo,
  Update,
  View,
  Welcome,
} from "../../api/wire";
import { getRelations } from "../../api/friends";
import { t, type PlayerName } from "../../i18n";
import type { Command } from "../../api/table-socket";
import { playSound } from "../../sound/playback";
import { TableClock } from "./clock.svelte";
import { withDefaults } from "../../game/table-settings";
import { CommitReveal } from "../../fairness/commit-reveal.svelte";
import { ChatState, SPECTATORS } from "./chat.svelte";

/** Part of the table's state that `TablePeople` uses. */
export interface TableContext {
  readonly id: string;
  readonly info: TableInfo | null;
  readonly seat: number | null;
  readonly view: View | null;
  readonly announcer: { announce(words: readonly string[]): void; warn(words: string): void };
  playerName(seat: number): PlayerName;
  send(command: Command): void;
}

const NO_SEATS: readonly SeatInfo[] = [];
const NO_VIEWS: readonly SeatView[] = [];

export class TablePeople {
  presence = $state.raw<Presence>({ seats: [], spectators: 0 });
  /** Seats that have asked for the next round. */
  ready = $state.raw<readonly number[]>([]);
  readonly chat = new ChatState();
  readonly clock: TableClock;
  readonly commitReveal: CommitReveal;
  /** Relations of the other people at the table to the reader, by seat. */
  relations = $state.raw<Readonly<Record<number, SeatRelation>>>({});

  readonly seats = $derived.by(() => this.context.info?.seats ?? NO_SEATS);
  readonly settings = $derived.by(() => {
    const settings = this.context.info?.settings;
    return settings ? withDefaults(settings) : null;
  });
  /** Whether the table is for several people. */
  readonly shared = $derived(this.settings !== null);
  /** The reader's own seat. (Seats change before the match: chat lines are compared by name.) */
  readonly own = $derived.by(() => this.seats.find(({ seat }) => seat === this.context.seat));
  readonly isHost = $derived.by(
    () => this.context.seat !== null && this.context.info?.host === this.context.seat,
  );
  /** Reason why a bot plays for the reader, or null. */
  readonly away = $derived(this.own?.away ?? null);
  /** Seats that have not asked for the next round, and whether the reader can ask. */
  readonly nextRound = $derived.by(() =>
    nextRoundWait(
      peopleInNextRound(this.seats, this.context.view?.seats ?? NO_VIEWS, this.presence.seats),
      this.ready,
      this.context.seat,
    ),
  );
  /** Player to move, if absent and not replaced by a bot. */
  readonly absentMover = $derived.by(() => {
    const next = this.seats.find(({ seat }) => seat === this.context.view?.to_act);
    return next && this.shared && this.isAbsent(next) ? next : null;
  });

  constructor(private readonly context: TableContext) {
    this.clock = new TableClock((seconds) => this.#warn(seconds));
    this.commitReveal = new CommitReveal(context.id, (command) => context.send(command));
  }

  /** Load the relations of the other people at the table; keep the present ones on failure. */
  async loadRelations(): Promise<void> {
    try {
      const relations = await getRelations(this.context.id);
      this.relations = Object.fromEntries(relations.map((one) => [one.seat, one]));
      this.chat.blocked = this.seats
        .filter(({ seat }) => this.relations[seat]?.relation === "blocked")
        .map(({ name }) => name);
    } catch {
      // The next change of seats repeats the request.
    }
  }

  welcome(message: Welcome): void {
    this.chat.welcome(message.chat);
    this.presence = message.presence;
    this.#updateState(message);
  }

  /** Update the state from a message with events. */
  update(message: Update): void {
    this.#updateState(message);
  }

  /** Update the presence, and announce arrivals and departures. */
  updatePresence(presence: Presence): void {
    const before = this.presence.seats;
    this.presence = presence;
    const names = (seats: readonly number[], except: readonly number[]) =>
      seats
        .filter((seat) => seat !== this.context.seat && !except.includes(seat))
        .filter((seat) => this.seats.some((one) => one.seat === seat))
        .map((seat) => this.context.playerName(seat).name);
    this.context.announcer.announce([
      ...names(presence.seats, before).map((name) => t.people.came({ name })),
      ...names(before, presence.seats).map((name) => t.people.went({ name })),
    ]);
  }

  /** Add a line to the chat, and announce it if another person wrote it. */
  receiveLine(line: ChatLine): void {
    if (this.chat.add(line) && line.name !== this.own?.name)
      this.context.announcer.announce([t.people.says({ name: speaker(line), text: line.text })]);
  }

  /** Show a reaction, and announce it if it is another person's. */
  receiveReaction(seat: number | null, reaction: Reaction): void {
    const name =
      seat === null
        ? t.people.aSpectator
        : (this.seats.find((one) => one.seat === seat)?.name ?? "");
    const isOwn = seat !== null && seat === this.context.seat;
    if (this.chat.showReaction(seat ?? SPECTATORS, name, reaction) && !isOwn)
      this.context.announcer.announce([
        t.people.says({ name, text: t.people.reactions[reaction] }),
      ]);
  }

  /** Return whether a seat belongs to a person who is expected but not connected. */
  isAbsent({ seat, level, away, invited }: SeatInfo): boolean {
    return level === null && away === null && !invited && !this.presence.seats.includes(seat);
  }

  #updateState({ times, ready, seeds, seat, view }: Update): void {
    this.clock.update(times);
    this.ready = ready;
    void this.commitReveal.take(seeds, seat, view !== null);
  }

  #warn(seconds: number): void {
    const { times } = this.clock;
    if (times?.awaited !== "move" || times.seat === null || times.seat !== this.context.seat)
      return;
    this.context.announcer.warn(t.people.hurry({ seconds }));
    playSound("tick");
  }
}

/** Return the name of a chat line's author, who may be a spectator. */
export function speaker({ seat, name }: ChatLine): string {
  if (seat !== null) return name;
  return name === "" ? t.people.aSpectator : t.people.spectator({ name });
}

/** Return the seats of people who are present, not away, and in the next round. */
export function peopleInNextRound(
  seats: readonly SeatInfo[],
  views: readonly SeatView[],
  present: readonly number[],
): number[] {
  return seats
    .filter(
      ({ seat, level, away }) =>
        level === null && away === null && present.includes(seat) && views[seat]?.status !== "out",
    )
    .map(({ seat }) => seat);
}

/** Return the seats that have not asked for the next round yet, and whether `seat` can ask. */
export function nextRoundWait(
  people: readonly number[],
  ready: readonly number[],
  seat: number | null,
): { waiting: number[]; canAsk: boolean } {
  const waiting = people.filter((one) => !ready.includes(one));
  if (seat === null) return { waiting, canAsk: false };
  return { waiting, canAsk: waiting.length === 0 || waiting.includes(seat) };
}

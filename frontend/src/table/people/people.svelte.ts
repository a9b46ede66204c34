/** The others at a table: who is there, how much time they have, what they say. */
import type {
  ChatLine,
  EventsMessage,
  Presence,
  Reaction,
  SeatInfo,
  SeatView,
  TableInfo,
  View,
  Welcome,
} from "../../api/wire";
import { t, type PlayerName } from "../../i18n";
import type { Command } from "../../api/table-socket";
import { playSound } from "../../sound/playback";
import { TableClock } from "./clock.svelte";
import { withDefaults } from "../../friends/table-settings";
import { CommitReveal } from "../../fairness/commit-reveal.svelte";
import { ChatState } from "./chat.svelte";

/** What is known of the table itself. */
export interface TableContext {
  readonly id: string;
  readonly info: TableInfo | null;
  readonly seat: number | null;
  readonly view: View | null;
  readonly announcer: { say(words: readonly string[]): void; warn(words: string): void };
  playerName(seat: number): PlayerName;
  send(command: Command): void;
}

const NOBODY: readonly SeatInfo[] = [];
const NO_VIEWS: readonly SeatView[] = [];

export class TablePeople {
  presence = $state.raw<Presence>({ seats: [], watching: 0 });
  /** The seats that have asked for the next round. */
  ready = $state.raw<readonly number[]>([]);
  readonly chat = new ChatState();
  readonly clock: TableClock;
  readonly commitReveal: CommitReveal;

  readonly seats = $derived.by(() => this.here.info?.seats ?? NOBODY);
  readonly settings = $derived.by(() => {
    const settings = this.here.info?.settings;
    return settings ? withDefaults(settings) : null;
  });
  /** Whether others may be here at all: a table with bots alone has no people. */
  readonly shared = $derived(this.settings !== null);
  /** Who the reader is here. Of lines said before the match only the name tells: seats change. */
  readonly mine = $derived.by(() => this.seats.find(({ seat }) => seat === this.here.seat));
  readonly isHost = $derived.by(
    () => this.here.seat !== null && this.here.info?.host === this.here.seat,
  );
  /** Why a bot plays for the reader, if one does. */
  readonly away = $derived(this.mine?.away ?? null);
  /** Who of the people is to ask for the next round still, and whether the reader's asking helps. */
  readonly wait = $derived.by(() =>
    nextRoundWait(
      peopleInNextRound(this.seats, this.here.view?.seats ?? NO_VIEWS, this.presence.seats),
      this.ready,
      this.here.seat,
    ),
  );
  /** Somebody who is to move, is not here, and has nobody to play for them. */
  readonly missed = $derived.by(() => {
    const next = this.seats.find(({ seat }) => seat === this.here.view?.to_act);
    return next && this.shared && this.isAbsent(next) ? next : null;
  });

  constructor(private readonly here: TableContext) {
    this.clock = new TableClock((seconds) => this.#warn(seconds));
    this.commitReveal = new CommitReveal(here.id, (command) => here.send(command));
  }

  welcome(message: Welcome): void {
    this.chat.welcome(message.chat);
    this.presence = message.presence;
    this.#state(message);
  }

  take(message: EventsMessage): void {
    this.#state(message);
  }

  /** Somebody has come or gone. */
  meet(presence: Presence): void {
    const before = this.presence.seats;
    this.presence = presence;
    const other = (seat: number) => seat !== this.here.seat;
    const words = [
      ...presence.seats
        .filter((seat) => !before.includes(seat))
        .map((seat) => ({ seat, is: true })),
      ...before
        .filter((seat) => !presence.seats.includes(seat))
        .map((seat) => ({ seat, is: false })),
    ]
      .filter(({ seat }) => other(seat) && this.seats.some((one) => one.seat === seat))
      .map(({ seat, is }) => {
        const { name } = this.here.playerName(seat);
        return is ? t.people.came(name) : t.people.went(name);
      });
    this.here.announcer.say(words);
  }

  hear(line: ChatLine): void {
    if (this.chat.hear(line) && line.name !== this.mine?.name)
      this.here.announcer.say([t.people.says(line.name, line.text)]);
  }

  see(seat: number, reaction: Reaction): void {
    const name = this.seats.find((one) => one.seat === seat)?.name ?? "";
    if (this.chat.show(seat, name, reaction) && seat !== this.here.seat)
      this.here.announcer.say([t.people.says(name, t.people.reactions[reaction])]);
  }

  /** Whether a person is expected at a seat and is not connected. */
  isAbsent({ seat, level, away, invited }: SeatInfo): boolean {
    return level === null && away === null && !invited && !this.presence.seats.includes(seat);
  }

  #state({ times, ready, seeds, seat, view }: Welcome | EventsMessage): void {
    this.clock.take(times);
    this.ready = ready;
    void this.commitReveal.take(seeds, seat, view !== null);
  }

  #warn(seconds: number): void {
    const { times } = this.clock;
    if (times?.awaited !== "move" || times.seat === null || times.seat !== this.here.seat) return;
    this.here.announcer.warn(t.people.hurry(seconds));
    playSound("tick");
  }
}

/** Who plays on after a round, and has not asked for the next one yet. */

/** People who are there, not away, and in the next round. */
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

/** Those of them who are waited for; and whether asking would help. */
export function nextRoundWait(
  lookers: readonly number[],
  ready: readonly number[],
  seat: number | null,
): { waiting: number[]; asks: boolean } {
  const waiting = lookers.filter((one) => !ready.includes(one));
  if (seat === null) return { waiting, asks: false };
  return { waiting, asks: waiting.length === 0 || waiting.includes(seat) };
}

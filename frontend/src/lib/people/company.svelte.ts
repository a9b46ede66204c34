/** The others at a table: who is there, how much time they have, what they say. */
import type {
  ChatLine,
  Events,
  Presence,
  Reaction,
  SeatInfo,
  SeatView,
  TableInfo,
  View,
  Welcome,
} from "../api/wire";
import { t, type Who } from "../i18n";
import type { Ask } from "../link/messages";
import { ring } from "../sound/sound";
import { TableClock } from "./clock.svelte";
import { lookersOf, waitOf } from "./looking";
import { wholeOf } from "./settings";
import { Shuffling } from "./shuffling.svelte";
import { Talk } from "./talk.svelte";

/** What is known of the table itself. */
export interface Here {
  readonly id: string;
  readonly info: TableInfo | null;
  readonly seat: number | null;
  readonly view: View | null;
  readonly ear: { say(words: readonly string[]): void; warn(words: string): void };
  whoIs(seat: number): Who;
  ask(ask: Ask): void;
}

const NOBODY: readonly SeatInfo[] = [];
const NO_VIEWS: readonly SeatView[] = [];

export class Company {
  presence = $state.raw<Presence>({ seats: [], watching: 0 });
  /** The seats that have asked for the next round. */
  ready = $state.raw<readonly number[]>([]);
  readonly talk = new Talk();
  readonly clock: TableClock;
  readonly shuffling: Shuffling;

  readonly seats = $derived.by(() => this.here.info?.seats ?? NOBODY);
  readonly settings = $derived.by(() => {
    const settings = this.here.info?.settings;
    return settings ? wholeOf(settings) : null;
  });
  /** Whether others may be here at all: a table with bots alone has no company. */
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
    waitOf(
      lookersOf(this.seats, this.here.view?.seats ?? NO_VIEWS, this.presence.seats),
      this.ready,
      this.here.seat,
    ),
  );
  /** Somebody who is to move, is not here, and has nobody to play for them. */
  readonly missed = $derived.by(() => {
    const next = this.seats.find(({ seat }) => seat === this.here.view?.to_act);
    return next && this.shared && this.isAbsent(next) ? next : null;
  });

  constructor(private readonly here: Here) {
    this.clock = new TableClock((seconds) => this.#warn(seconds));
    this.shuffling = new Shuffling(here.id, (ask) => here.ask(ask));
  }

  welcome(message: Welcome): void {
    this.talk.welcome(message.chat);
    this.presence = message.presence;
    this.#state(message);
  }

  take(message: Events): void {
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
        const { name } = this.here.whoIs(seat);
        return is ? t.people.came(name) : t.people.went(name);
      });
    this.here.ear.say(words);
  }

  hear(line: ChatLine): void {
    if (this.talk.hear(line) && line.name !== this.mine?.name)
      this.here.ear.say([t.people.says(line.name, line.text)]);
  }

  see(seat: number, reaction: Reaction): void {
    const name = this.seats.find((one) => one.seat === seat)?.name ?? "";
    if (this.talk.show(seat, name, reaction) && seat !== this.here.seat)
      this.here.ear.say([t.people.says(name, t.people.reactions[reaction])]);
  }

  /** Whether a person is expected at a seat and is not connected. */
  isAbsent({ seat, level, away, invited }: SeatInfo): boolean {
    return level === null && away === null && !invited && !this.presence.seats.includes(seat);
  }

  #state({ times, ready, seeds, seat, view }: Welcome | Events): void {
    this.clock.take(times);
    this.ready = ready;
    void this.shuffling.take(seeds, seat, view !== null);
  }

  #warn(seconds: number): void {
    const { times } = this.clock;
    if (times?.awaited !== "move" || times.seat === null || times.seat !== this.here.seat) return;
    this.here.ear.warn(t.people.hurry(seconds));
    ring("tick");
  }
}

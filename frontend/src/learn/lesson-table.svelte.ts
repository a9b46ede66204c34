/** Table of the tutorial, which shows recorded messages of a server. */
import { Replica } from "../api/replica";
import type { Command } from "../api/table-socket";
import type { Choice, TableEvent, TableInfo, Update } from "../api/wire";
import { t } from "../i18n";
import { savedName } from "../game/game";
import type { ActionOffer } from "../table/hand/move-selection";
import { TableState } from "../table/table-state.svelte";
import type { Lesson } from "./lesson";

/** Judge of the learner's moves. */
interface Teacher {
  /** Return whether a move may be played. */
  accepts(choice: Choice): boolean;
  /** Handle an accepted move, or the request for the next round. */
  moved(): void;
}

export class LessonTable extends TableState {
  /** The number of the message shown last; 0 is the welcome. */
  message = $state(-1);
  #replica = new Replica();

  constructor(
    private readonly lesson: Lesson,
    private readonly teacher: Teacher,
  ) {
    super("lesson"); // it is never connected
  }

  /** Show the table after a message, and animate it if it is the next one. */
  show(message: number): void {
    const next = this.lesson.events[message - 1];
    const happens = next !== undefined && message === this.message + 1;
    this.message = message;
    if (!happens) return this.#restore(message);
    const update = this.#replica.apply(next);
    if (update) this.update({ ...update, table: withOwnName(update.table) });
  }

  override press(offer: ActionOffer): boolean {
    return (offer.choice === null || this.teacher.accepts(offer.choice)) && super.press(offer);
  }

  override drop(): void {
    super.drop();
    this.endDrag();
  }

  override send(command: Command): void {
    this.notice = null;
    if (command.type === "play" || command.type === "deal") this.teacher.moved();
  }

  #restore(message: number): void {
    this.#replica = new Replica();
    const events: TableEvent[] = [];
    let last: Update | null = this.#replica.welcome(this.lesson.welcome);
    events.push(...(last?.events ?? []));
    for (const following of this.lesson.events.slice(0, message)) {
      last = this.#replica.apply(following);
      events.push(...(last?.events ?? []));
    }
    if (last === null) return;
    this.info = withOwnName(last.table);
    this.seat = last.seat;
    this.people.update(last);
    this.apply(events, [], last.view);
  }
}

/** Return the table with the learner's name, which the record does not have. */
const withOwnName = (table: TableInfo): TableInfo => ({
  ...table,
  seats: table.seats.map((seat) =>
    seat.level === null ? { ...seat, name: savedName() || t.start.defaultName } : seat,
  ),
});

/** A match under review: the review, and the seat whose chances and views are shown. */
import type { MatchRecord } from "schwimmen";
import type { TableInfo, View } from "../../api/wire";
import type { ReplayedRound } from "../../replay/replayed-round";
import { OWN_SEAT } from "../../device/table/log";
import { canPlayHere } from "../../device/support";
import type { PlayerName } from "../../i18n";
import { isolateName } from "../../i18n/names";
import { marksOf, placesOf, roundStarts, wholeOf, type Mark, type Place } from "../course/course";
import { reviewOf, type ReviewRun } from "./review-run.svelte";
import { workshopFor } from "./workshop";

export const TABS = ["moment", "summary", "course"] as const;
export type Tab = (typeof TABS)[number];

export class ReviewSession {
  /** The review, or null if this browser cannot get one. */
  run = $state.raw<ReviewRun | null>(null);
  /** The seat whose chance, decisions and view are shown. */
  seat = $state(0);
  tab = $state<Tab>("summary");
  /** Whether the table shows the cards of all players. */
  open = $state(true);
  /** Whether the values of all actions of a decision are shown. */
  withNumbers = $state(false);

  readonly points: boolean;
  /** The whole that limits refer to, in points. */
  readonly whole: number;
  readonly moments = $derived.by(() => this.run?.moments ?? []);
  /** Places of all moments, and the numbers of the moments at which rounds begin. */
  readonly places: readonly Place[];
  readonly starts: readonly number[];
  readonly marks = $derived(marksOf(this.moments, this.seat));

  constructor(
    readonly record: MatchRecord,
    readonly info: TableInfo,
    /** The reader's own seat, if any. */
    readonly own: number | null,
    /** The id of the table, empty for a file. */
    readonly table: string,
    /** Returns a round of the match, counted from 1. */
    private readonly rounds: (round: number) => Promise<ReplayedRound>,
  ) {
    const { all } = info.rules;
    this.points = all["scoring"] === "points";
    this.whole = wholeOf(this.points, Number(all["hand_size"]));
    this.seat = own ?? 0;
    this.places = placesOf(record.rounds);
    this.starts = roundStarts(this.places);
    this.start();
  }

  /** Start or restart the review. */
  start(): void {
    const workshop = workshopFor(this.table);
    if (workshop) this.run = reviewOf(this.record, workshop, this.own);
  }

  playerName = (seat: number): PlayerName => ({
    name: isolateName(this.info.seats[seat]?.name ?? `${seat}`),
    you: seat === this.own,
  });

  /** Return the number of the moment at a place. */
  momentAt = ({ round, step }: Place): number => (this.starts[round - 1] ?? 0) + step;

  /** Return the number of the graded decision before or after a moment, or null. */
  markFrom(moment: number, direction: 1 | -1): number | null {
    const found = (mark: Mark) => (mark.moment - moment) * direction > 0;
    const mark = direction > 0 ? this.marks.find(found) : this.marks.findLast(found);
    return mark?.moment ?? null;
  }

  /** Whether the reader, alone with bots, can continue from a moment on this device. */
  canGoOn(moment: number): boolean {
    const { own, info, places } = this;
    const bots = info.seats.every(
      ({ level, bot }, seat) => seat === own || (level !== null && bot === null),
    );
    return own === OWN_SEAT && bots && canPlayHere() && moment < places.length - 1;
  }

  /** Open a what-if table that continues from a moment; return its id. */
  async goOn(moment: number): Promise<string> {
    const { device } = await import("../../device/device");
    const [you, ...others] = this.info.seats;
    const opponents = others.flatMap(({ name, level }) =>
      level === null ? [] : [{ name, level }],
    );
    return device.whatIf({ record: this.record, moment, name: you?.name ?? "", opponents });
  }

  /** Return the chosen seat's view at a place of the replay. */
  async viewAt({ round, step }: Place): Promise<View> {
    const { seat } = this;
    return (await this.rounds(round)).view(step, seat);
  }
}

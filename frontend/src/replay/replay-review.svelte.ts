/** The review of a match beside its replay, which is loaded when it is asked for. */
import type { MatchRecord } from "schwimmen";
import type { TableInfo, View } from "../api/wire";
import { language } from "../i18n";
import type { Mistakes } from "./ReplayControls.svelte";
import type { ReplayPlayer } from "./replay-player.svelte";
import type { ReplaySource } from "./replay-source";

type ReviewModule = typeof import("../review");

interface LoadedReview {
  module: ReviewModule;
  session: InstanceType<ReviewModule["ReviewSession"]>;
  texts: Awaited<ReturnType<ReviewModule["loadTexts"]>>;
}

export class ReplayReview {
  /** Whether the reader wants to see the review. */
  wanted = $state(false);
  /** Whether it could not be loaded. */
  failed = $state(false);
  #loaded = $state.raw<LoadedReview | null>(null);
  /** What the seat under review saw in a round, instead of all cards. */
  #seen = $state.raw<{ round: number; seat: number; views: readonly View[] } | null>(null);

  /** The review that is shown, if any. */
  readonly shown = $derived(this.wanted ? this.#loaded : null);

  /** The view that the table shows: of the seat under review, unless all cards are open. */
  readonly view = $derived.by((): View | undefined => {
    const session = this.shown?.session;
    const seen = this.#seen;
    if (!session || session.open) return this.#player.current?.view;
    return seen?.round === this.#player.round && seen.seat === session.seat
      ? seen.views[this.#player.step]
      : undefined;
  });

  /** Where the buttons to the nearest mistakes lead. */
  readonly mistakes = $derived.by((): Mistakes | undefined => {
    if (!this.shown) return undefined;
    const { session, texts } = this.shown;
    const way = (direction: 1 | -1) => {
      const moment = session.markFrom(session.momentAt(this.#player), direction);
      return moment === null ? null : () => this.goTo(moment);
    };
    const names = { previous: texts.previousMistake, next: texts.nextMistake };
    return { previous: way(-1), next: way(1), names };
  });

  readonly #player: ReplayPlayer;
  readonly #source: Pick<ReplaySource, "record">;
  readonly #id: string;

  /** `id` is that of the table; empty for a file. */
  constructor(player: ReplayPlayer, source: Pick<ReplaySource, "record">, id: string) {
    this.#player = player;
    this.#source = source;
    this.#id = id;
  }

  /** Load what the seat under review sees, while the component lives. */
  follow(): void {
    $effect(() => {
      const session = this.shown?.session;
      const { round } = this.#player;
      if (!session || session.open || round === 0) return;
      const { seat } = session;
      session.viewsOf(round).then(
        (views) => (this.#seen = { round, seat, views }),
        () => (session.open = true),
      );
    });
  }

  /** Show the review, which is loaded the first time, or the replay without it. */
  switch(info: TableInfo | null, own: number | null): void {
    this.wanted = !this.wanted;
    if (this.#loaded === null) void this.load(info, own);
  }

  /** Load the review if it is wanted; `own` is the reader's seat. */
  async load(info: TableInfo | null, own: number | null): Promise<void> {
    if (!this.wanted || info === null) return;
    this.failed = false;
    try {
      const [module, record] = await Promise.all([import("../review"), this.#source.record()]);
      const texts = await module.loadTexts(language());
      const session = new module.ReviewSession(record as MatchRecord, info, own, this.#id);
      this.#loaded = { module, session, texts };
    } catch {
      this.failed = true;
    }
  }

  /** Go to a moment of the review. */
  goTo(moment: number): void {
    if (!this.shown) return;
    const { session } = this.shown;
    const { round, step } = session.places[moment] ?? { round: 1, step: 0 };
    this.#player.running = false;
    if (session.tab === "summary") session.tab = "moment";
    void this.#player.go(Math.max(1, round), step);
  }
}

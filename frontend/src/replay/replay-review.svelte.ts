/** Review of a match beside its replay, loaded on demand. */
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
  /** Whether the reader has chosen the review. */
  wanted = $state(false);
  /** Whether the review could not be loaded. */
  failed = $state(false);
  #loaded = $state.raw<LoadedReview | null>(null);
  /** Views of a round from the seat under review. */
  #seen = $state.raw<{ round: number; seat: number; views: readonly View[] } | null>(null);

  /** The review that is shown, if any. */
  readonly shown = $derived(this.wanted ? this.#loaded : null);

  /** View that the table shows: that of the seat under review, unless all cards are open. */
  readonly view = $derived.by((): View | undefined => {
    const session = this.shown?.session;
    const seen = this.#seen;
    if (!session || session.open) return this.#player.current?.view;
    return seen?.round === this.#player.round && seen.seat === session.seat
      ? seen.views[this.#player.step]
      : undefined;
  });

  /** Commands of the buttons to the nearest mistakes. */
  readonly mistakes = $derived.by((): Mistakes | undefined => {
    if (!this.shown) return undefined;
    const { session, texts } = this.shown;
    const way = (direction: 1 | -1) => {
      const moment = session.markFrom(session.momentAt(this.#player), direction);
      if (moment === null) return null;
      return () => {
        session.tab = "moment"; // which explains the mistake
        this.goTo(moment);
      };
    };
    const names = { previous: texts.previousMistake, next: texts.nextMistake };
    return { previous: way(-1), next: way(1), names };
  });

  readonly #player: ReplayPlayer;
  readonly #source: Pick<ReplaySource, "record">;
  readonly #id: string;

  /** `id` is the table's; empty for a file. */
  constructor(player: ReplayPlayer, source: Pick<ReplaySource, "record">, id: string) {
    this.#player = player;
    this.#source = source;
    this.#id = id;
  }

  /** Load the views of the seat under review, while the component exists. */
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

  /** Switch between the review, loaded at first use, and the replay without it. */
  switch(info: TableInfo | null, own: number | null): void {
    this.wanted = !this.wanted;
    if (this.#loaded === null) void this.load(info, own);
  }

  /** Load the review if the reader has chosen it; `own` is the reader's seat. */
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

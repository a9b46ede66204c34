/** Review of a match beside its replay, loaded on demand. */
import type { MatchRecord } from "schwimmen";
import type { View } from "../api/wire";
import { language } from "../i18n";
import type { Mistakes } from "./ReplayControls.svelte";
import type { ReplayPlayer } from "./replay-player.svelte";
import type { ReplayedTable } from "./replayed-table.svelte";
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
  /** The last view from the seat under review, and its place. */
  #seen = $state.raw<{ round: number; step: number; seat: number; view: View } | null>(null);

  /** The review that is shown, if any. */
  readonly shown = $derived(this.wanted ? this.#loaded : null);

  /** View that the table shows: that of the seat under review, unless all cards are open. */
  readonly view = $derived.by((): View | undefined => {
    const session = this.shown?.session;
    const seen = this.#seen;
    if (!session || session.open) return this.#player.current?.view;
    const { round, step } = this.#player;
    return seen?.round === round && seen.step === step && seen.seat === session.seat
      ? seen.view
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

  /** Load the view of the seat under review, while the component exists. */
  follow(): void {
    $effect(() => {
      const session = this.shown?.session;
      const { round, step } = this.#player;
      if (!session || session.open || round === 0) return;
      const { seat } = session;
      session.viewAt({ round, step }).then(
        (view) => (this.#seen = { round, step, seat, view }),
        () => (session.open = true),
      );
    });
  }

  /** Switch between the review, loaded at first use, and the replay without it. */
  switch(table: ReplayedTable): void {
    this.wanted = !this.wanted;
    if (this.#loaded === null) void this.load(table);
  }

  /** Load the review if the reader has chosen it. */
  async load({ info, own }: ReplayedTable): Promise<void> {
    if (!this.wanted || info === null) return;
    this.failed = false;
    try {
      const [module, record] = await Promise.all([import("../review"), this.#source.record()]);
      const texts = await module.loadTexts(language());
      const session = new module.ReviewSession(
        record as MatchRecord,
        info,
        own,
        this.#id,
        (round) => this.#player.get(round),
      );
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

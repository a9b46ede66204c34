/** Questions about the mistakes of a seat: its view before each, and the new answer. */
import type { Command } from "../../api/table-socket";
import type { TableInfo, View } from "../../api/wire";
import { TableState } from "../../table/table-state.svelte";
import { solveMistake } from "../../storage/open-mistake";
import { verdictOf, type Mark, type Verdict } from "../course/course";
import type { ReviewedDecision } from "schwimmen";
import type { ReviewSession } from "../run/session.svelte";

/** A table at which one action is chosen; it is never connected. */
class PracticeTable extends TableState {
  readonly #onplay: (action: string) => void;

  constructor(info: TableInfo, seat: number, onplay: (action: string) => void) {
    super("practice");
    this.info = info;
    this.seat = seat;
    this.#onplay = onplay;
  }

  show(view: View): void {
    this.clearSelection();
    this.apply([], [], view);
  }

  override drop(): void {
    super.drop();
    this.endDrag();
  }

  override send(command: Command): void {
    this.notice = null;
    if (command.type === "play") this.#onplay(command.action);
  }
}

/** The player's answer to the present question. */
export interface Answer {
  action: string;
  verdict: Verdict;
  loss: number;
}

export class Practice {
  readonly table: PracticeTable;
  readonly questions: readonly Mark[];
  /** Index of the present question; past the last one comes the result. */
  place = $state(0);
  answer = $state.raw<Answer | null>(null);
  /** Whether the solution is shown. */
  shown = $state(false);
  /** Whether a view could not be computed. */
  failed = $state(false);
  /** Number of questions answered rightly at the first try. */
  right = $state(0);
  #tried = false;
  #stopped = false;

  readonly decision: ReviewedDecision | null = $derived.by(() => {
    const question = this.questions[this.place];
    return question ? (this.session.moments[question.moment]?.decision ?? null) : null;
  });
  readonly ended = $derived.by(() => this.place >= this.questions.length);

  /** Start with the question about the moment `first`, if there is one. */
  constructor(
    readonly session: ReviewSession,
    first: number | null = null,
  ) {
    this.questions = session.marks;
    this.place = Math.max(
      0,
      this.questions.findIndex(({ moment }) => moment === first),
    );
    this.table = new PracticeTable(session.info, session.seat, (action) => this.#answered(action));
    void this.#ask();
  }

  /** The round of the present question. */
  get round(): number {
    return this.session.places[this.questions[this.place]?.moment ?? 0]?.round ?? 0;
  }

  retry(): void {
    this.answer = null;
    this.table.clearSelection();
  }

  show(): void {
    this.shown = this.#tried = true;
  }

  next(): void {
    this.place += 1;
    void this.#ask();
  }

  /** Drop the view that is still under way. */
  stop(): void {
    this.#stopped = true;
  }

  async #ask(): Promise<void> {
    this.answer = null;
    this.shown = this.#tried = false;
    const { place } = this;
    const isAsked = () => place === this.place && !this.#stopped;
    const at = this.session.places[this.questions[place]?.moment ?? -1];
    if (at === undefined) return;
    try {
      const view = await this.session.viewAt(at);
      if (isAsked()) this.table.show(view);
    } catch {
      if (isAsked()) this.failed = true;
    }
  }

  #answered(action: string): void {
    const { decision } = this;
    if (decision === null || this.answer !== null || this.shown) return;
    const loss = decision.actions.find((one) => one.action === action)?.loss ?? 0;
    const verdict = verdictOf(action, decision, this.session.whole);
    if (verdict === "right" && !this.#tried) this.right += 1;
    if (verdict === "right")
      solveMistake(this.session.table, this.questions[this.place]?.moment ?? -1);
    this.#tried = true;
    this.answer = { action, verdict, loss };
  }
}

/** A review in progress or finished; only one review of a match runs at a time. */
import { hashLine } from "../../fairness/fair-shuffle";
import { countOfMatch, keepPuzzles } from "../../device/puzzles/own-store";
import { ownPuzzle } from "../../device/puzzles/puzzle";
import type { FromReviewer, ReviewProblem, ToReviewer } from "./messages";
import { LEAST_DECISIONS } from "../../api/constants.generated";
import { keepDecisions, storedReview, storeReview } from "../../device/storage/review-store";
import type { LevelRange, MatchRecord, Review, ReviewedMoment } from "schwimmen";

const SEED = 0;
/** Interval in milliseconds at which new moments are shown. */
const REFRESH_MS = 100;

/** The efforts of a review: the graph comes first. */
const EFFORTS = ["graph", "decisions"] as const;
type Effort = (typeof EFFORTS)[number];

export type Stage = "waiting" | "loading" | Effort | "done" | "cancelled" | "failed";

/** The part of a worker that the page uses. */
export type Reviewer = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

/** Source of review workers, with the name of their engine. */
export interface Workshop {
  engine: string;
  start: () => Reviewer;
}

class Stopped extends Error {}

class Failed extends Error {
  readonly problem: ReviewProblem;

  constructor(problem: ReviewProblem) {
    super(problem);
    this.problem = problem;
  }
}

export class ReviewRun {
  stage = $state<Stage>("waiting");
  problem = $state<ReviewProblem | null>(null);
  /** Moments reviewed at the present effort, of `count`. */
  done = $state(0);
  count = $state(0);
  /** Moments reviewed so far: those of the graph, replaced by those with decisions. */
  moments = $state.raw<readonly ReviewedMoment[]>([]);
  /** The whole review, once it is finished. */
  review = $state.raw<Review | null>(null);
  /** Number of the reader's puzzles from this match; null until it has been searched. */
  puzzles = $state<number | null>(null);
  /**
   * Levels between which the reader plays in matches of this kind, or the number of decisions that
   * are missing; null until they are known.
   */
  levels = $state.raw<LevelRange | number | null>(null);

  readonly running = $derived(["waiting", "loading", ...EFFORTS].includes(this.stage));

  readonly #key: string;
  readonly #record: MatchRecord;
  readonly #workshop: Workshop;
  /** The reader's own seat, if any. */
  readonly #own: number | null;
  #stop: (reason: Error) => void = () => undefined;

  constructor(key: string, record: MatchRecord, workshop: Workshop, own: number | null) {
    this.#key = key;
    this.#record = record;
    this.#workshop = workshop;
    this.#own = own;
  }

  /**
   * Load the stored review, or compute it unless another window does. Then compare the reader with
   * the levels, and find the reader's puzzles.
   */
  async start(): Promise<void> {
    const stopping = new AbortController();
    const stopped = new Promise<never>((_, reject) => {
      this.#stop = (reason) => {
        reject(reason);
        stopping.abort();
      };
    });
    stopped.catch(() => undefined);
    this.problem = null;
    this.stage = "waiting";
    try {
      this.review = await alone(this.#key, stopping.signal, async () => {
        const stored = await storedReview(this.#key);
        if (stored !== null) return stored;
        const review = await this.#compute(stopped);
        await storeReview(this.#key, review);
        return review;
      });
      this.moments = this.review.moments;
      this.count = this.done = this.moments.length;
      this.stage = "done";
      await this.#compare(this.review, stopped);
      await this.#search(stopping.signal, stopped);
    } catch (error) {
      if (error instanceof Failed) this.problem = error.problem;
      else if (!stopping.signal.aborted) this.problem = "failed";
      this.stage = this.problem === null ? "cancelled" : "failed";
    }
  }

  /** Stop the review; moments reviewed so far stay. */
  cancel(): void {
    this.#stop(new Stopped());
  }

  async #compute(stopped: Promise<never>): Promise<Review> {
    this.stage = "loading";
    return this.#work(stopped, async (reviewer) => {
      let review: Review | null = null;
      for (const effort of EFFORTS) review = await this.#ask(reviewer, effort);
      return review!;
    });
  }

  /** Key of the match as the reader's seat played it. */
  get #match(): string {
    const { rules, players, dealer, rounds } = this.#record;
    return hashLine(rules, players, dealer, rounds, this.#own);
  }

  /** Compare the reader's decisions in all reviewed matches of this kind with the levels. */
  async #compare(review: Review, stopped: Promise<never>): Promise<void> {
    const { rules, names, players } = review;
    const own = this.#own === null ? undefined : players[this.#own];
    // Store nothing if the data of this device were deleted meanwhile.
    if (own === undefined || (await storedReview(this.#key)) === null) return;
    try {
      const kind = hashLine(rules, names.length);
      const reviews = await keepDecisions(this.#match, kind, own);
      const missing = reviews.reduce((rest, { decisions }) => rest - decisions, LEAST_DECISIONS);
      const compare = { type: "compare", rules, players: names.length, reviews } as const;
      this.levels =
        missing > 0
          ? missing
          : await this.#work(stopped, async (reviewer) => {
              return (await answerOf(reviewer, compare, "levels")).levels;
            });
    } catch (error) {
      console.warn("the decisions were not compared with the levels", error);
    }
  }

  /** Find the puzzles among the reader's decisions, unless the match has been searched. */
  async #search(signal: AbortSignal, stopped: Promise<never>): Promise<void> {
    const seat = this.#own;
    if (seat === null) return;
    const match = this.#match;
    try {
      await alone(match, signal, async () => {
        if ((await countOfMatch(match)) !== null) return;
        const { puzzles } = await this.#work(stopped, (reviewer) =>
          answerOf(reviewer, { type: "search", record: this.#record, seat, seed: SEED }, "puzzles"),
        );
        // Do not store puzzles if the data of this device were deleted meanwhile.
        if ((await storedReview(this.#key)) === null) throw new Stopped();
        await keepPuzzles(match, puzzles.map(ownPuzzle), Date.now());
      });
      this.puzzles = await countOfMatch(match);
    } catch (error) {
      console.warn("no puzzles were found", error);
    }
  }

  /** Let a new worker do some work, unless the run is stopped, and then end the worker. */
  async #work<T>(stopped: Promise<never>, work: (reviewer: Reviewer) => Promise<T>): Promise<T> {
    const reviewer = this.#workshop.start();
    try {
      return await Promise.race([work(reviewer), stopped]);
    } finally {
      reviewer.postMessage({ type: "cancel" } satisfies ToReviewer);
      reviewer.terminate();
    }
  }

  #ask(reviewer: Reviewer, effort: Effort): Promise<Review> {
    return new Promise((resolve, reject) => {
      const known = [...this.moments];
      let done = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = () => {
        timer = undefined;
        this.moments = [...known];
        this.done = done;
      };
      reviewer.onerror = () => reject(new Failed("engine"));
      reviewer.onmessage = ({ data }: MessageEvent<FromReviewer>) => {
        if (data.type === "started") {
          this.stage = effort;
          this.count = data.moments;
          this.done = 0;
        } else if (data.type === "moment") {
          known[data.moment.number] = data.moment;
          done += 1;
          timer ??= setTimeout(show, REFRESH_MS);
        } else {
          clearTimeout(timer);
          if (data.type === "failed") return reject(new Failed(data.problem));
          show();
          if (data.type === "done") resolve(data.review);
        }
      };
      reviewer.postMessage({
        type: "start",
        record: this.#record,
        effort,
        seed: SEED,
      } satisfies ToReviewer);
    });
  }
}

/** Ask a worker for something other than a review; return its answer. */
function answerOf<Type extends FromReviewer["type"]>(
  reviewer: Reviewer,
  message: ToReviewer,
  type: Type,
): Promise<Extract<FromReviewer, { type: Type }>> {
  type Answer = Extract<FromReviewer, { type: Type }>;
  return new Promise((resolve, reject) => {
    reviewer.onerror = () => reject(new Failed("engine"));
    reviewer.onmessage = ({ data }: MessageEvent<FromReviewer>) => {
      if (data.type === type) resolve(data as Answer);
      else if (data.type === "failed") reject(new Failed(data.problem));
    };
    reviewer.postMessage(message);
  });
}

/** Run an action while no other window does so under the same key. */
function alone<T>(key: string, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  if (!("locks" in navigator)) return run(); // over plain HTTP
  return navigator.locks.request(`schwimmen.review.${key}`, { signal }, run) as Promise<T>;
}

const running = new Map<string, ReviewRun>();

/**
 * Return the review of a match; start it unless it is running. If the reader's `own` seat is given,
 * puzzles are then searched among its decisions.
 */
export function reviewOf(
  record: MatchRecord,
  workshop: Workshop,
  own: number | null = null,
): ReviewRun {
  const { rules, players, dealer, rounds } = record;
  const key = hashLine(workshop.engine, rules, players, dealer, rounds);
  const known = running.get(key);
  if (known !== undefined) return known;
  const run = new ReviewRun(key, record, workshop, own);
  running.set(key, run);
  void run.start().finally(() => running.delete(key));
  return run;
}

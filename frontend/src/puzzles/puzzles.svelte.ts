/** Series of puzzles, with the answer to the present one and the player's progress. */
import type { Hint } from "schwimmen";
import { device } from "../device/device";
import type { PuzzleScene } from "../device/puzzles/puzzle-scene";
import { language, t } from "../i18n";
import { PEOPLE } from "../portraits/cast";
import type { ReviewTexts } from "../narration/review-texts";
import { savedName } from "../game/game";
import { loadText, saveText } from "../storage/storage";
import {
  afterAnswer,
  lessonOf,
  nextPuzzle,
  NO_PROGRESS,
  type Lesson,
  type Outcome,
} from "../device/puzzles/progress";
import { deletePuzzle, ownPuzzles } from "../device/puzzles/own-store";
import { loadProgress, saveProgress } from "../device/puzzles/progress-store";
import {
  loadPuzzles,
  OWN,
  PRESETS,
  THEMES,
  type Preset,
  type Puzzle,
  type Situation,
  type Theme,
  type Variant,
} from "../device/puzzles/puzzle";
import { PuzzleTable } from "./puzzle-table.svelte";
import { dayResult, puzzleOfTheDay, saveDayResult, todaysDate, type DayResult } from "./today";

const KEY = "schwimmen.puzzles";
const NAMES = Object.keys(PEOPLE);
const VARIANTS: readonly Variant[] = [...PRESETS, OWN];

/** An action with its loss against the best one. */
export interface ActionLoss {
  action: string;
  loss: number;
}

/** The player's answer to a puzzle. */
export interface Answer {
  action: string;
  right: boolean;
  /** All actions, the best one first. */
  actions: ActionLoss[];
  /** Change of the player's rating; null if the answer is not rated. */
  change: number | null;
  /** Whether it is a second try, or a later one, which leaves the progress as it is. */
  isRetry: boolean;
}

/** Hint with reasons why the best action beats the chosen one, and the component that lists them. */
export interface Explanation {
  hint: Hint;
  texts: ReviewTexts;
  List: typeof import("../review/moment/Reasons.svelte").default;
}

/** The next puzzle, ready to be shown, with the chosen variant and theme. */
interface Found {
  variant: Variant;
  theme: Theme | null;
  themes: Theme[];
  hasOwn: boolean;
  lesson: Lesson | null;
  puzzle: Puzzle;
  scene: PuzzleScene;
}

export class PuzzleSeries {
  readonly table = new PuzzleTable((action) => this.#answer(action));
  variant: Variant = $state(PRESETS[0]);
  theme: Theme | null = $state(null);
  puzzle = $state.raw<Puzzle | null>(null);
  /** The latest answer. */
  answer = $state.raw<Answer | null>(null);
  /** Whether the player is to answer once more. */
  retrying = $state(false);
  /** Whether the player has asked for the solution. */
  shown = $state(false);
  /** Whether the best action is known, and the puzzle is over. */
  readonly solved = $derived(this.shown || this.answer?.right === true);
  /** Whether an action is awaited. */
  readonly open = $derived(this.answer === null || this.retrying);
  /** The date whose puzzle is shown; null for an ordinary puzzle. */
  day: string | null = $state(null);
  /** Result of that date's puzzle. */
  dayResult = $state.raw<DayResult | null>(null);
  /** The topic that is taught; null if the puzzles are of all topics or of a chosen theme. */
  lesson = $state.raw<Lesson | null>(null);
  /** Explanation of the answer, once it has been computed. */
  explanation = $state.raw<Explanation | null>(null);
  progress = $state.raw(NO_PROGRESS);
  /** Whether the puzzle was failed before. */
  again = $state(false);
  /** Error that prevents a puzzle from being shown. */
  problem = $state.raw<unknown>(null);
  /** Themes of the variant's puzzles. */
  themes = $state.raw<Theme[]>([]);
  /** Whether puzzles from the player's own matches exist. */
  hasOwn = $state(false);
  #scene: PuzzleScene | null = null;
  #outcomes = new Map<string, Outcome>();
  #shipped = new Map<Preset, readonly Puzzle[]>();
  /** Number of the latest request for a puzzle; responses to older requests are dropped. */
  #request = 0;

  /**
   * `variant` is the one in the address; without it the last visit's is used. `isTodays` is whether
   * the first puzzle is that of the day.
   */
  constructor(variant: string | null, isTodays = false) {
    const [saved, theme] = loadText(KEY).split(" ");
    this.variant = VARIANTS.find((one) => one === (variant ?? saved)) ?? PRESETS[0];
    this.theme = (variant === null && THEMES.find((one) => one === theme)) || null;
    if (isTodays) this.day = todaysDate();
  }

  /** Load the progress, and show the first puzzle. */
  async start(): Promise<void> {
    try {
      const { progress, outcomes } = await loadProgress();
      this.progress = progress;
      this.#outcomes = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
    } catch (error) {
      console.warn("the progress was not loaded", error);
    }
    await this.load();
  }

  /** Choose variant and theme of the next puzzles. */
  async choose(variant: Variant, theme: Theme | null): Promise<void> {
    this.variant = variant;
    this.theme = theme;
    saveText(KEY, [variant, theme ?? ""].join(" ").trim());
    await this.next();
  }

  /** Show the next puzzle, after that of the day an ordinary one. */
  next(): Promise<void> {
    this.day = null;
    return this.load();
  }

  /** Show the puzzle that is due, or the error that prevents it. */
  async load(): Promise<void> {
    const request = ++this.#request;
    this.problem = null;
    try {
      const found = await this.#find();
      if (request === this.#request) this.#show(found);
    } catch (error) {
      if (request === this.#request) this.problem = error;
    }
  }

  /** Find the next puzzle of the chosen variant and theme; without own puzzles use a preset's. */
  async #find(): Promise<Found> {
    const { day } = this;
    const chosen = { variant: this.variant, theme: this.theme };
    const own = await ownPuzzles().catch(() => []);
    const hasOwn = own.length > 0;
    const isOwn = chosen.variant === OWN && hasOwn && day === null;
    const preset = chosen.variant === OWN ? PRESETS[0] : chosen.variant;
    const variant = isOwn ? OWN : preset;
    const puzzles = isOwn ? own : await this.#shippedOf(preset);
    const themes = THEMES.filter((theme) =>
      puzzles.some((puzzle) => puzzle.themes.includes(theme)),
    );
    const theme = themes.find((one) => one === chosen.theme) ?? null;
    const isTaught = !isOwn && day === null && theme === null;
    const lesson = isTaught ? lessonOf(puzzles, this.#outcomes) : null;
    const fitting = puzzles.filter(({ themes }) => theme === null || themes.includes(theme));
    const puzzle = day
      ? puzzleOfTheDay(puzzles, day)
      : nextPuzzle(fitting, lesson?.topic ?? null, this.progress, this.#outcomes, Math.random());
    if (puzzle == null) throw new Error("there are no puzzles");
    if (isOwn && !(await device.playable([puzzle]))[0]) {
      await deletePuzzle(puzzle.id); // found under other rules
      return this.#find();
    }
    const scene = await device.puzzle(situationOf(puzzle), ownName(), NAMES);
    return { variant, theme, themes, hasOwn, lesson, puzzle, scene };
  }

  async #shippedOf(preset: Preset): Promise<readonly Puzzle[]> {
    const puzzles = this.#shipped.get(preset) ?? (await loadPuzzles(preset));
    this.#shipped.set(preset, puzzles);
    return puzzles;
  }

  #show({ variant, theme, themes, hasOwn, lesson, puzzle, scene }: Found): void {
    this.variant = variant;
    this.theme = theme;
    this.themes = themes;
    this.hasOwn = hasOwn;
    this.lesson = lesson;
    this.dayResult = this.day === null ? null : dayResult(this.day);
    this.#scene = scene;
    this.puzzle = { ...puzzle }; // a copy, so that a repeated puzzle counts as a new one
    this.answer = this.explanation = null;
    this.retrying = this.shown = false;
    this.again = (this.#outcomes.get(puzzle.id)?.step ?? null) !== null;
    this.table.show(scene);
  }

  #answer(action: string): void {
    const { puzzle, retrying: isRetry } = this;
    if (puzzle === null || this.#scene === null || !this.open) return;
    const actions = this.#scene.actions
      .map((one, place) => ({ action: one, loss: puzzle.losses[place] ?? 0 }))
      .sort((one, other) => one.loss - other.loss);
    const right = actions[0]?.action === action;
    const change = isRetry ? null : this.#rate(puzzle, right);
    this.answer = { action, right, actions, change, isRetry };
    this.retrying = false;
    this.table.rest();
    if (right) void this.#explain(puzzle, this.answer);
  }

  /** Enter the first answer to a puzzle; return the change of the player's rating, if any. */
  #rate(puzzle: Puzzle, right: boolean): number | null {
    const { progress: before, day } = this;
    const known = this.#outcomes.get(puzzle.id);
    const { progress, outcome } = afterAnswer(before, puzzle, known, right);
    this.progress = progress;
    this.#outcomes.set(puzzle.id, outcome);
    if (day !== null) {
      saveDayResult(day, right ? "solved" : "missed");
      this.dayResult = dayResult(day);
    }
    saveProgress({ progress, outcomes: [outcome] }).catch((error: unknown) =>
      console.warn("the progress was not saved", error),
    );
    return known === undefined ? progress.rating.rating - before.rating.rating : null;
  }

  /** Let the player answer once more. */
  retry(): void {
    this.retrying = true;
    this.table.resume();
  }

  /** Show the solution. */
  show(): void {
    this.retrying = false;
    this.shown = true;
    this.table.rest();
    if (this.puzzle !== null && this.answer !== null) void this.#explain(this.puzzle, this.answer);
  }

  /** Request the explanation of an answer, which is complete without it. */
  async #explain(puzzle: Puzzle, { action, actions }: Answer): Promise<void> {
    const best = actions[0]?.action ?? "";
    try {
      const [hint, { default: List }, { loadTexts }] = await Promise.all([
        device.puzzleHint(situationOf(puzzle), best, action),
        import("../review/moment/Reasons.svelte"),
        import("../narration/review-texts"),
      ]);
      const texts = await loadTexts(language());
      if (this.puzzle === puzzle && hint !== null) this.explanation = { hint, texts, List };
    } catch (error) {
      if (this.puzzle === puzzle) console.warn("there is no explanation", error);
    }
  }

  /** Drop what is still under way, and end the worker that computes the reasons. */
  stop(): void {
    this.#request++;
    this.puzzle = null;
    device.endHints();
  }
}

const ownName = () => savedName() || t.start.defaultName;

function situationOf(puzzle: Puzzle): Situation {
  const { preset, options = {}, dealer, leader, scores, dealt, actions } = puzzle;
  return { preset, options, dealer, leader, scores, dealt, actions };
}

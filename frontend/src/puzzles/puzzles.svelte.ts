/** Series of puzzles, with the answer to the present one and the player's progress. */
import type { Reason } from "schwimmen";
import { device } from "../device/device";
import type { PuzzleScene } from "../device/puzzles/puzzle-scene";
import { language, t } from "../i18n";
import { PEOPLE } from "../portraits/cast";
import type { ReviewTexts } from "../narration/review-texts";
import { savedName } from "../game/game";
import { loadText, saveText } from "../storage/storage";
import { afterAnswer, nextPuzzle, NO_PROGRESS, type Outcome } from "../device/puzzles/progress";
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
  /** Change of the player's rating; null if the puzzle was seen before. */
  change: number | null;
}

/** Reasons why the best action beats the chosen one, with the component that lists them. */
export interface Explanation {
  reasons: readonly Reason[];
  texts: ReviewTexts;
  List: typeof import("../review/moment/Reasons.svelte").default;
}

/** The next puzzle, ready to be shown, with the chosen variant and theme. */
interface Found {
  variant: Variant;
  theme: Theme | null;
  themes: Theme[];
  hasOwn: boolean;
  puzzle: Puzzle;
  scene: PuzzleScene;
}

export class PuzzleSeries {
  readonly table = new PuzzleTable((action) => void this.#answer(action));
  variant: Variant = $state(PRESETS[0]);
  theme: Theme | null = $state(null);
  puzzle = $state.raw<Puzzle | null>(null);
  answer = $state.raw<Answer | null>(null);
  /** Reasons for the answer, once they have been computed. */
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

  /** `variant` is the one in the address; without it the last visit's is used. */
  constructor(variant: string | null) {
    const [saved, theme] = loadText(KEY).split(" ");
    this.variant = VARIANTS.find((one) => one === (variant ?? saved)) ?? PRESETS[0];
    this.theme = (variant === null && THEMES.find((one) => one === theme)) || null;
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
    await this.next();
  }

  /** Choose variant and theme of the next puzzles. */
  async choose(variant: Variant, theme: Theme | null): Promise<void> {
    this.variant = variant;
    this.theme = theme;
    saveText(KEY, [variant, theme ?? ""].join(" ").trim());
    await this.next();
  }

  /** Show the next puzzle, or the error that prevents it. */
  async next(): Promise<void> {
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
    const chosen = { variant: this.variant, theme: this.theme };
    const own = await ownPuzzles().catch(() => []);
    const hasOwn = own.length > 0;
    const variant = chosen.variant === OWN && !hasOwn ? PRESETS[0] : chosen.variant;
    const puzzles = variant === OWN ? own : await this.#load(variant);
    const themes = THEMES.filter((theme) =>
      puzzles.some((puzzle) => puzzle.themes.includes(theme)),
    );
    const theme = themes.find((one) => one === chosen.theme) ?? null;
    const puzzle = nextPuzzle(puzzles, theme, this.progress, this.#outcomes, Math.random());
    if (puzzle === null) throw new Error("there are no puzzles");
    if (variant === OWN && !(await device.playable([puzzle]))[0]) {
      await deletePuzzle(puzzle.id); // found under other rules
      return this.#find();
    }
    const scene = await device.puzzle(situationOf(puzzle), ownName(), NAMES);
    return { variant, theme, themes, hasOwn, puzzle, scene };
  }

  async #load(preset: Preset): Promise<readonly Puzzle[]> {
    const puzzles = this.#shipped.get(preset) ?? (await loadPuzzles(preset));
    this.#shipped.set(preset, puzzles);
    return puzzles;
  }

  #show({ variant, theme, themes, hasOwn, puzzle, scene }: Found): void {
    this.variant = variant;
    this.theme = theme;
    this.themes = themes;
    this.hasOwn = hasOwn;
    this.#scene = scene;
    this.puzzle = { ...puzzle }; // a copy, so that a repeated puzzle counts as a new one
    this.answer = this.explanation = null;
    this.again = (this.#outcomes.get(puzzle.id)?.step ?? null) !== null;
    this.table.show(scene);
  }

  async #answer(action: string): Promise<void> {
    const { puzzle, progress: before } = this;
    if (puzzle === null || this.#scene === null || this.answer !== null) return;
    const known = this.#outcomes.get(puzzle.id);
    const actions = this.#scene.actions
      .map((one, place) => ({ action: one, loss: puzzle.losses[place] ?? 0 }))
      .sort((one, other) => one.loss - other.loss);
    const right = actions[0]?.action === action;
    const { progress, outcome } = afterAnswer(before, puzzle, known, right);
    this.progress = progress;
    this.#outcomes.set(puzzle.id, outcome);
    const change = known === undefined ? progress.rating.rating - before.rating.rating : null;
    this.answer = { action, right, actions, change };
    this.table.rest();
    void this.#explain(puzzle, this.answer);
    try {
      await saveProgress({ progress, outcomes: [outcome] });
    } catch (error) {
      console.warn("the progress was not saved", error);
    }
  }

  /** Request the reasons for an answer, which is complete without them. */
  async #explain(puzzle: Puzzle, { action, actions }: Answer): Promise<void> {
    const best = actions[0]?.action ?? "";
    try {
      const [reasons, { default: List }, { loadTexts }] = await Promise.all([
        device.puzzleReasons(situationOf(puzzle), best, action),
        import("../review/moment/Reasons.svelte"),
        import("../narration/review-texts"),
      ]);
      const texts = await loadTexts(language());
      if (this.puzzle === puzzle && reasons.length > 0) this.explanation = { reasons, texts, List };
    } catch (error) {
      if (this.puzzle === puzzle) console.warn("there are no reasons", error);
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

/** The series of puzzles: the one shown, the answer, and the player's progress. */
import { device } from "../device/device";
import type { PuzzleScene } from "../device/puzzle-scene";
import { t } from "../i18n";
import { PEOPLE } from "../portraits/cast";
import { savedName } from "../setup/game";
import { loadText, saveText } from "../storage";
import { afterAnswer, nextPuzzle, NO_PROGRESS, type Outcome } from "./progress";
import { loadProgress, saveProgress } from "./progress-store";
import { loadPuzzles, PRESETS, THEMES, type Preset, type Puzzle, type Theme } from "./puzzle";
import { PuzzleTable } from "./puzzle-table.svelte";

const KEY = "schwimmen.puzzles";
const NAMES = Object.keys(PEOPLE);

/** An action with what it loses against the best one. */
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

export class PuzzleSeries {
  readonly table = new PuzzleTable((action) => void this.#answer(action));
  preset: Preset = $state(PRESETS[0]);
  theme: Theme | null = $state(null);
  puzzle = $state.raw<Puzzle | null>(null);
  answer = $state.raw<Answer | null>(null);
  progress = $state.raw(NO_PROGRESS);
  /** Whether the puzzle was failed before. */
  again = $state(false);
  /** Why there is no puzzle. */
  problem = $state.raw<unknown>(null);
  /** Themes of the preset's puzzles. */
  themes = $state.raw<Theme[]>([]);
  #scene: PuzzleScene | null = null;
  #outcomes = new Map<string, Outcome>();
  #puzzles = new Map<Preset, Puzzle[]>();

  constructor() {
    const [preset, theme] = loadText(KEY).split(" ");
    this.preset = PRESETS.find((one) => one === preset) ?? PRESETS[0];
    this.theme = THEMES.find((one) => one === theme) ?? null;
  }

  /** Load the progress and show the first puzzle. */
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

  /** Choose the puzzles to come. */
  async choose(preset: Preset, theme: Theme | null): Promise<void> {
    this.preset = preset;
    this.theme = theme;
    saveText(KEY, [preset, theme ?? ""].join(" ").trim());
    await this.next();
  }

  /** Show the next puzzle, or why there is none. */
  async next(): Promise<void> {
    this.problem = null;
    try {
      await this.#show();
    } catch (error) {
      this.problem = error;
    }
  }

  async #show(): Promise<void> {
    const { preset } = this;
    const puzzles = this.#puzzles.get(preset) ?? (await loadPuzzles(preset));
    this.#puzzles.set(preset, puzzles);
    this.themes = THEMES.filter((theme) => puzzles.some(({ themes }) => themes.includes(theme)));
    if (this.theme !== null && !this.themes.includes(this.theme)) this.theme = null;
    const puzzle = nextPuzzle(puzzles, this.theme, this.progress, this.#outcomes, Math.random());
    if (puzzle === null) throw new Error("there are no puzzles");
    const scene = await device.puzzle(situationOf(puzzle), ownName(), NAMES);
    this.#scene = scene;
    this.puzzle = puzzle;
    this.answer = null;
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
    try {
      await saveProgress({ progress, outcomes: [outcome] });
    } catch (error) {
      console.warn("the progress was not saved", error);
    }
  }
}

const ownName = () => savedName() || t.start.defaultName;

const situationOf = ({ preset, dealer, leader, scores, dealt, actions }: Puzzle) => ({
  preset,
  dealer,
  leader,
  scores,
  dealt,
  actions,
});

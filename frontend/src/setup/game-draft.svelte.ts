/** Form state of a new game; its rules are validated after every change. */
import { DEFAULT_LEVEL } from "../api/constants.generated";
import { ApiError } from "../api/http";
import type { Options, Setup, Value } from "../api/wire";
import {
  findContradictions,
  repairByReset,
  repairByChangingOthers,
  type FindContradictions,
  type Pair,
  type Repair,
} from "../game/contradictions";
import {
  botOf,
  botValue,
  withoutNamesake,
  fullOptions,
  withBot,
  withName,
  withOpponents,
  withOption,
  withPreset,
  type Game,
  savedGame,
  savedName,
} from "../game/game";
import { linkedRules, type LinkedRules, type Rules } from "../game/rule-sets";
import { placeToPlay } from "../offline/server-status.svelte";

/** Delay in milliseconds between the last change and the validation. */
const DEBOUNCE_MS = 150;

/** Find the contradictions of a game on the device or the server, wherever it will be played. */
const findContradictionsHere: FindContradictions = async (game) => {
  if ((await placeToPlay()) === "server") return findContradictions(game);
  const { device } = await import("../device/device");
  return device.contradictions(game.preset, game.options);
};

/** Result of validating the rules. */
export interface Verdict {
  /** Whether the result is pending. */
  checking: boolean;
  pairs: readonly Pair[];
  repairs: readonly Repair[];
  /** Error message, if the rules are rejected for another reason than a contradiction. */
  problem: string;
}

const VALID: Verdict = { checking: false, pairs: [], repairs: [], problem: "" };

export class GameDraft {
  game: Game = $state.raw({ preset: "", options: {}, opponents: [] });
  /** Whether each opponent has their own level, or is another bot. */
  levelPerOpponent = $state(false);
  name = $state("");
  /** The groups of options that are unfolded. */
  openGroups: Record<string, boolean> = $state({});
  /** Words by which an option is sought. */
  optionQuery = $state("");
  verdict: Verdict = $state.raw(VALID);
  /** Rules of the link that opened the form, if any. */
  linked: LinkedRules | null = $state.raw(null);

  readonly rules: Options = $derived.by(() => fullOptions(this.setup, this.game));
  readonly changed: string[] = $derived(Object.keys(this.game.options));

  /** Whether the rules are rejected. */
  readonly rejected: boolean = $derived(
    this.verdict.pairs.length > 0 || this.verdict.problem !== "",
  );

  readonly #find: FindContradictions;
  /** Changed options of variants that were chosen before. */
  readonly #optionsOfPreset = new Map<string, Options>();
  #lastCheck = 0;
  /** Option that was changed last. */
  #changedLast = "";
  /** Query of the link that was followed last. */
  #query = "";
  #pending: Promise<void> = Promise.resolve();

  constructor(
    readonly setup: Setup,
    game: Game,
    name: string,
    find: FindContradictions = findContradictionsHere,
  ) {
    this.#find = find;
    this.game = game;
    this.name = name;
    this.levelPerOpponent = new Set(game.opponents.map(botValue)).size > 1;
    if (this.changed.length > 0) this.#change(game, "");
  }

  /** Choose another variant, with its earlier changes of options. */
  chooseVariant(preset: string): void {
    this.#optionsOfPreset.set(this.game.preset, this.game.options);
    this.#change(withPreset(this.setup, this.game, preset, this.#optionsOfPreset.get(preset)), "");
  }

  setOpponentCount(count: number): void {
    this.#setGame(withOpponents(this.setup, this.game, count));
  }

  /** Set the player's name; an opponent of that name is replaced. */
  setPlayerName(name: string): void {
    this.name = name;
    this.#setGame(this.game);
  }

  swapOpponent(place: number, name: string): void {
    this.game = withName(this.game, place, name);
  }

  /** Set the bot of all opponents, or of the one at a place, by its `botValue`. */
  chooseBot(value: string, place?: number): void {
    const level = this.game.opponents[place ?? 0]?.level ?? DEFAULT_LEVEL;
    this.game = withBot(this.game, botOf(value, level), place);
  }

  setLevelPerOpponent(on: boolean): void {
    this.levelPerOpponent = on;
    const first = this.game.opponents[0];
    if (!on && first) this.chooseBot(botValue(first));
  }

  setOption(option: string, value: Value): void {
    this.#change(withOption(this.setup, this.game, option, value), option);
  }

  /** Apply a suggested repair. */
  applyRepair({ game }: Repair): void {
    this.setRules(game, this.#changedLast);
  }

  /** Choose a variant with changed options. */
  setRules({ preset, options }: Rules, changedLast = ""): void {
    this.#change(withPreset(this.setup, this.game, preset, options), changedLast);
  }

  /** Choose the rules in the query of an address; coming back to it keeps later changes. */
  follow(query: URLSearchParams): void {
    if (query.toString() === this.#query) return;
    this.#query = query.toString();
    this.linked = linkedRules(this.setup, query);
    if (this.linked) this.setRules(this.linked);
  }

  /** Reset all options to those of the variant. */
  reset(): void {
    this.#change(withPreset(this.setup, this.game, this.game.preset), "");
  }

  /** Return the options that contradict this one. */
  contradicting(option: string): string[] {
    return this.verdict.pairs.flatMap(([a, b]) => (a === option ? [b] : b === option ? [a] : []));
  }

  /** Resolve when the current rules have been validated. */
  async checked(): Promise<void> {
    await this.#pending;
  }

  #setGame(game: Game): void {
    this.game = withoutNamesake(this.setup, game, this.name);
  }

  #change(game: Game, option: string): void {
    const [before, after] = [this.rules, fullOptions(this.setup, game)];
    // Known contradictions between unchanged options hold until the new result arrives.
    const pairs = this.verdict.pairs.filter((pair) =>
      pair.every((name) => before[name] === after[name]),
    );
    this.verdict = { ...VALID, checking: true, pairs };
    this.#setGame(game);
    this.#changedLast = option;
    this.#pending = this.#check();
  }

  /** Validate the rules; drop an outdated result. */
  async #check(): Promise<void> {
    const check = ++this.#lastCheck;
    const game = this.game;
    const outdated = () => check !== this.#lastCheck;
    await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
    if (outdated()) return;
    try {
      const pairs = await this.#find(game);
      if (outdated()) return;
      this.verdict = { ...VALID, pairs };
      if (pairs.length === 0) return;
      const repairs = await this.#repairs(game, pairs, outdated);
      if (!outdated()) this.verdict = { ...VALID, pairs, repairs };
    } catch (error) {
      // Rules are valid if the server is unreachable: opening the table checks them again.
      const problem = error instanceof ApiError && error.status === 422 ? error.message : "";
      if (!outdated()) this.verdict = { ...VALID, problem };
    }
  }

  async #repairs(game: Game, pairs: readonly Pair[], outdated: () => boolean): Promise<Repair[]> {
    const kept = pairs.flat().includes(this.#changedLast)
      ? this.#changedLast
      : (pairs[0]?.[0] ?? "");
    const find: FindContradictions = (tried) =>
      outdated() ? Promise.reject(new Error("outdated")) : this.#find(tried);
    const repairs = [
      await repairByChangingOthers(this.setup, game, kept, pairs, find),
      await repairByReset(game, kept, find),
    ];
    return repairs.filter((repair) => repair !== null);
  }
}

let current: GameDraft | null = null;

/** Return the draft of this visit, which is kept while other pages are shown. */
export function currentDraft(setup: Setup): GameDraft {
  current ??= new GameDraft(setup, savedGame(setup), savedName());
  return current;
}

/** Discard the draft, so that the next one starts from the game last played. */
export function discardDraft(): void {
  current = null;
}

/** A game that is being set up: every change is shown to the server, and its word is kept. */
import { ApiError } from "../api/http";
import type { Options, Setup, Value } from "../api/wire";
import {
  findContradictions,
  repairByReset,
  repairsKeeping,
  type FindContradictions,
  type Pair,
  type Repair,
} from "./contradictions";
import {
  withoutNamesake,
  fullOptions,
  withLevel,
  withName,
  withOpponents,
  withOption,
  withPreset,
  type Game,
  savedGame,
  savedName,
} from "./game";

const PAUSE = 150; // milliseconds without a change before the server is asked

/** What the server says of the rules: `asking` until it has. */
export interface Verdict {
  asking: boolean;
  pairs: readonly Pair[];
  repairs: readonly Repair[];
  /** Why it cannot be, where no two options are to blame. */
  problem: string;
}

const FINE: Verdict = { asking: false, pairs: [], repairs: [], problem: "" };

export class GameDraft {
  game: Game = $state.raw({ preset: "", options: {}, opponents: [] });
  /** Whether each opponent has a level of their own. */
  each = $state(false);
  name = $state("");
  /** Which groups of rules are unfolded. */
  open: Record<string, boolean> = $state({});
  verdict: Verdict = $state.raw(FINE);

  readonly rules: Options = $derived.by(() => fullOptions(this.setup, this.game));
  readonly changed: string[] = $derived(Object.keys(this.game.options));

  /** Whether the server would not open a table with these rules. */
  readonly clashes: boolean = $derived(
    this.verdict.pairs.length > 0 || this.verdict.problem !== "",
  );

  readonly #ask: FindContradictions;
  readonly #ofPreset = new Map<string, Options>();
  #latest = 0;
  #touched = "";
  #checking: Promise<void> = Promise.resolve();

  constructor(
    readonly setup: Setup,
    game: Game,
    name: string,
    ask: FindContradictions = findContradictions,
  ) {
    this.#ask = ask;
    this.game = game;
    this.name = name;
    this.each = new Set(game.opponents.map(({ level }) => level)).size > 1;
    if (this.changed.length > 0) this.#take(game, "");
  }

  /** Another variant; what was changed of it before is still changed. */
  choose(preset: string): void {
    this.#ofPreset.set(this.game.preset, this.game.options);
    this.#take(withPreset(this.setup, this.game, preset, this.#ofPreset.get(preset)), "");
  }

  seat(count: number): void {
    this.#seat(withOpponents(this.setup, this.game, count));
  }

  /** What the player is called; an opponent of that name leaves. */
  call(name: string): void {
    this.name = name;
    this.#seat(this.game);
  }

  swap(place: number, name: string): void {
    this.game = withName(this.game, place, name);
  }

  /** One level for all, or for the opponent at a place. */
  level(level: string, place?: number): void {
    this.game = withLevel(this.game, level, place);
  }

  levelEach(each: boolean): void {
    this.each = each;
    if (!each) this.level(this.game.opponents[0]?.level ?? "");
  }

  set(option: string, value: Value): void {
    this.#take(withOption(this.setup, this.game, option, value), option);
  }

  /** Takes a way out that was offered. */
  mend({ game }: Repair): void {
    this.#take(withPreset(this.setup, this.game, game.preset, game.options), this.#touched);
  }

  /** The variant as it is, without any change. */
  reset(): void {
    this.#take(withPreset(this.setup, this.game, this.game.preset), "");
  }

  /** The options that contradict this one. */
  against(option: string): string[] {
    return this.verdict.pairs.flatMap(([one, other]) =>
      one === option ? [other] : other === option ? [one] : [],
    );
  }

  /** When the server has answered for the rules as they are now. */
  async settled(): Promise<void> {
    await this.#checking;
  }

  #seat(game: Game): void {
    this.game = withoutNamesake(this.setup, game, this.name);
  }

  #take(game: Game, touched: string): void {
    const [before, after] = [this.rules, fullOptions(this.setup, game)];
    // Until the server has answered, what it said of untouched options still stands.
    const pairs = this.verdict.pairs.filter((pair) =>
      pair.every((option) => before[option] === after[option]),
    );
    this.verdict = { ...FINE, asking: true, pairs };
    this.#seat(game);
    this.#touched = touched;
    this.#checking = this.#check();
  }

  /** Asks the server; an answer that is no longer wanted is dropped. */
  async #check(): Promise<void> {
    const mine = ++this.#latest;
    const game = this.game;
    const late = () => mine !== this.#latest;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (late()) return;
    try {
      const pairs = await this.#ask(game);
      if (late()) return;
      this.verdict = { ...FINE, pairs };
      if (pairs.length === 0) return;
      const repairs = await this.#repairs(game, pairs, late);
      if (!late()) this.verdict = { ...FINE, pairs, repairs };
    } catch (error) {
      // Unreachable: nothing is known against the rules, and opening the table asks again.
      const said = error instanceof ApiError && error.status === 422 ? error.message : "";
      if (!late()) this.verdict = { ...FINE, problem: said };
    }
  }

  async #repairs(game: Game, pairs: readonly Pair[], late: () => boolean): Promise<Repair[]> {
    const kept = pairs.flat().includes(this.#touched) ? this.#touched : (pairs[0]?.[0] ?? "");
    const ask: FindContradictions = (tried) =>
      late() ? Promise.reject(new Error("late")) : this.#ask(tried);
    const found = [
      await repairsKeeping(this.setup, game, kept, pairs, ask),
      await repairByReset(game, kept, ask),
    ];
    return found.filter((repair) => repair !== null);
  }
}

let current: GameDraft | null = null;

/** The draft of this visit: a look at the rules in between loses nothing. */
export function currentDraft(setup: Setup): GameDraft {
  current ??= new GameDraft(setup, savedGame(setup), savedName());
  return current;
}

/** The next visit starts from the game last played. */
export function discardDraft(): void {
  current = null;
}

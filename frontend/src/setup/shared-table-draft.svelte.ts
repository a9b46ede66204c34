/** Form state of a shared table, for its setup and for changes by its host. */
import type { Clock, NewSharedTable, Setup, TableInfo, TableSettings } from "../api/wire";
import { loadText, saveText } from "../storage/storage";
import { findContradictions, type FindContradictions } from "../game/contradictions";
import { GameDraft } from "./game-draft.svelte";
import { botOf, botValue, gameOfLastRules, saveLastRules, type Game } from "../game/game";
import {
  CLOCKS,
  clockName,
  MIN_SEATS,
  maxSeats,
  parseTableSettings,
  type ClockName,
} from "../game/table-settings";

const KEY = "schwimmen.friends";

/** Choice of bots for a table whose empty seats stay empty. */
export const NO_BOTS = "none";

export class SharedTableDraft {
  /** Variant and house rules, as for a match against bots. */
  readonly rules: GameDraft;
  /** Chosen clock; a custom clock may have the times of a standard one. */
  clock = $state<ClockName>("none");
  #settings: TableSettings = $state.raw()!;

  readonly maxSeats = $derived.by(() => maxSeats(this.rules.rules));
  /** Chosen settings, with as many seats as the rules allow at most. */
  readonly settings: TableSettings = $derived.by(() => ({
    ...this.#settings,
    seats: Math.min(this.#settings.seats, this.maxSeats),
  }));

  /** Chosen bots: a `botValue`, or `NO_BOTS`. */
  readonly bots: string = $derived.by(() => {
    const { fill, bot, bots } = this.#settings;
    return fill ? botValue({ level: bots, bot }) : NO_BOTS;
  });

  constructor(
    setup: Setup,
    game: Game,
    settings: TableSettings,
    find: FindContradictions = findContradictions,
  ) {
    this.rules = new GameDraft(setup, game, "", find);
    this.#settings = settings;
    this.clock = clockName(settings.clock);
  }

  set<K extends keyof TableSettings>(name: K, value: TableSettings[K]): void {
    this.#settings = { ...this.settings, [name]: value };
  }

  /** Choose the bots for the empty seats. */
  chooseBots(choice: string): void {
    this.set("fill", choice !== NO_BOTS);
    const { bots } = this.settings;
    const { level, bot } = choice === NO_BOTS ? { level: bots, bot: null } : botOf(choice, bots);
    this.set("bots", level);
    this.set("bot", bot ?? null);
  }

  /** Choose a standard clock, or a custom one that starts with the current times. */
  chooseClock(name: ClockName): void {
    this.clock = name;
    this.set("clock", name === "own" ? (this.settings.clock ?? CLOCKS["30"]) : CLOCKS[name]);
  }

  /** Change one of the times of a custom clock. */
  setClock(part: keyof Clock, seconds: number): void {
    this.set("clock", { ...CLOCKS["30"], ...this.settings.clock, [part]: seconds });
  }

  /** Body of the request that opens the table, apart from the host's name. */
  get request(): Omit<NewSharedTable, "name"> {
    const { preset, options } = this.rules.game;
    return { preset, options: { ...options }, settings: { ...this.settings } };
  }
}

/**
 * Return a draft with the settings of the shared table last opened on this device and the rules last
 * played, or of the default table.
 */
export function savedSharedTable(
  setup: Setup,
  find: FindContradictions = findContradictions,
): SharedTableDraft {
  let stored: unknown;
  try {
    stored = JSON.parse(loadText(KEY));
  } catch {
    stored = null;
  }
  const parsed: unknown =
    typeof stored === "object" && stored ? Reflect.get(stored, "settings") : null;
  const settings = parseTableSettings(setup, parsed);
  return new SharedTableDraft(
    setup,
    gameOfLastRules(setup),
    { ...settings, seats: Math.max(MIN_SEATS, settings.seats) },
    find,
  );
}

/** Store the settings and rules of the shared table last opened on this device. */
export function saveSharedTable({ preset, options, settings }: SharedTableDraft["request"]): void {
  saveText(KEY, JSON.stringify({ settings }));
  saveLastRules({ preset, options: options ?? {} });
}

/** Return a draft with the rules and settings of an existing table. */
export function draftOfTable(
  setup: Setup,
  info: TableInfo,
  settings: TableSettings,
): SharedTableDraft {
  const { preset, options } = info.rules;
  return new SharedTableDraft(setup, { preset, options, opponents: [] }, settings);
}

export type FormField = "name" | "seats" | "bots" | "clock" | "rules";

/** Return the form field of an error code, or null for the form as a whole. */
export function fieldOfError(code: string): FormField | null {
  const fields: Record<string, FormField> = {
    bad_name: "name",
    link_name: "name",
    name_taken: "name",
    name_alike: "name",
    too_few_players: "seats",
    too_many_players: "seats",
    too_many_people: "seats",
    unknown_level: "bots",
    unknown_bot: "bots",
    bad_seconds: "clock",
    contradiction: "rules",
    unknown_preset: "rules",
    unknown_option: "rules",
    bad_option: "rules",
  };
  return Object.hasOwn(fields, code) ? (fields[code] ?? null) : null;
}

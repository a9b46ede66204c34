/** A table for several people that is being set up, or whose host changes it. */
import type { Clock, NewSharedTable, Setup, TableInfo, TableSettings } from "../api/wire";
import { loadText, saveText } from "../storage";
import { findContradictions, type FindContradictions } from "../setup/contradictions";
import { GameDraft } from "../setup/game-draft.svelte";
import { parseGame, type Game } from "../setup/game";
import {
  CLOCKS,
  clockName,
  MIN_SEATS,
  maxSeats,
  parseTableSettings,
  type ClockName,
} from "./table-settings";

const KEY = "schwimmen.friends";

export class SharedTableDraft {
  /** Variant and house rules, as for a table with bots. */
  readonly rules: GameDraft;
  /** The clock that was chosen: one's own may be like another for a while. */
  clock = $state<ClockName>("none");
  #settings: TableSettings = $state.raw()!;

  readonly most = $derived.by(() => maxSeats(this.rules.rules));
  /** As wished, but with no more seats than the rules allow. */
  readonly settings: TableSettings = $derived.by(() => ({
    ...this.#settings,
    seats: Math.min(this.#settings.seats, this.most),
  }));

  constructor(
    setup: Setup,
    game: Game,
    settings: TableSettings,
    ask: FindContradictions = findContradictions,
  ) {
    this.rules = new GameDraft(setup, game, "", ask);
    this.#settings = settings;
    this.clock = clockName(settings.clock);
  }

  set<K extends keyof TableSettings>(name: K, value: TableSettings[K]): void {
    this.#settings = { ...this.settings, [name]: value };
  }

  /** One of the usual clocks; one's own begins with the one before. */
  choose(name: ClockName): void {
    this.clock = name;
    this.set("clock", name === "own" ? (this.settings.clock ?? CLOCKS["30"]) : CLOCKS[name]);
  }

  time(part: keyof Clock, seconds: number): void {
    this.set("clock", { ...CLOCKS["30"], ...this.settings.clock, [part]: seconds });
  }

  get wanted(): Omit<NewSharedTable, "name"> {
    const { preset, options } = this.rules.game;
    return { preset, options: { ...options }, settings: { ...this.settings } };
  }
}

/** The table for friends last opened on this device, else a newcomer's. */
export function savedSharedTable(
  setup: Setup,
  ask: FindContradictions = findContradictions,
): SharedTableDraft {
  let kept: unknown;
  try {
    kept = JSON.parse(loadText(KEY));
  } catch {
    kept = null;
  }
  const settings: unknown = typeof kept === "object" && kept ? Reflect.get(kept, "settings") : null;
  const known = parseTableSettings(setup, settings);
  return new SharedTableDraft(
    setup,
    parseGame(setup, kept),
    { ...known, seats: Math.max(MIN_SEATS, known.seats) },
    ask,
  );
}

export const saveSharedTable = (wanted: Omit<NewSharedTable, "name">): void =>
  saveText(KEY, JSON.stringify(wanted));

/** What is agreed at a table, to be changed. */
export function draftOfTable(
  setup: Setup,
  info: TableInfo,
  settings: TableSettings,
): SharedTableDraft {
  const { preset, options } = info.rules;
  return new SharedTableDraft(setup, { preset, options, opponents: [] }, settings);
}

export type FormField = "name" | "seats" | "bots" | "clock" | "rules";

/** Where on the form a refusal belongs; null: to the whole of it. */
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
    bad_seconds: "clock",
    contradiction: "rules",
    unknown_preset: "rules",
    unknown_option: "rules",
    bad_option: "rules",
  };
  return Object.hasOwn(fields, code) ? (fields[code] ?? null) : null;
}

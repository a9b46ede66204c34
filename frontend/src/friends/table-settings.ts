/** What can be agreed about a table for several people, apart from its rules. */
import type { Clock, Options, Settings, Setup, TableSettings } from "../api/wire";
import { t } from "../i18n";
import { FIRST_LEVEL } from "../setup/setup";
import { levelName } from "../setup/option-text";

export const CLOCKS = {
  none: null,
  "15": { move: 15, reserve: 60 },
  "30": { move: 30, reserve: 90 },
  "60": { move: 60, reserve: 180 },
} as const satisfies Record<string, Required<Clock> | null>;
export type ClockName = keyof typeof CLOCKS | "own";
export const CLOCK_NAMES = ["none", "15", "30", "60", "own"] as const satisfies ClockName[];

/** Seconds that a clock of one's own may have; the server says the same. */
export const MOVE_SECONDS = { low: 5, high: 24 * 60 * 60 };
export const RESERVE_SECONDS = { low: 0, high: 24 * 60 * 60 };

export const MIN_SEATS = 2;
export const DEFAULT_SEATS = 4;

export function clockName(clock: Clock | null | undefined): ClockName {
  if (!clock) return "none";
  const known = CLOCK_NAMES.find((name) => {
    const one = name === "own" ? null : CLOCKS[name];
    return one?.move === clock.move && one.reserve === (clock.reserve ?? 0);
  });
  return known ?? "own";
}

export const defaultSettings = (): TableSettings => ({
  seats: DEFAULT_SEATS,
  bots: FIRST_LEVEL,
  fill: true,
  visibility: "link",
  spectators: true,
  chat: true,
  clock: null,
  patience: null,
});

/** What a table is played by, with what goes without saying. */
export const withDefaults = (settings: Settings): TableSettings => ({
  ...defaultSettings(),
  ...settings,
});

const entry = (from: unknown, key: string): unknown =>
  typeof from === "object" && from !== null ? Reflect.get(from, key) : undefined;

const whole = (value: unknown, low: number, high: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= low && value <= high;

function clockOf(kept: unknown): Required<Clock> | null {
  const [move, reserve] = [entry(kept, "move"), entry(kept, "reserve") ?? 0];
  const fits =
    whole(move, MOVE_SECONDS.low, MOVE_SECONDS.high) &&
    whole(reserve, RESERVE_SECONDS.low, RESERVE_SECONDS.high);
  return fits ? { move, reserve } : null;
}

/** Kept settings, as far as they are understood; the match begins when the host says so. */
export function parseTableSettings(setup: Setup, kept: unknown): TableSettings {
  const usual = defaultSettings();
  const either = (key: "fill" | "spectators" | "chat") => {
    const value = entry(kept, key);
    return typeof value === "boolean" ? value : usual[key];
  };
  const seats = entry(kept, "seats");
  const bots = setup.levels.find(({ name }) => name === entry(kept, "bots"))?.name;
  return {
    seats: whole(seats, MIN_SEATS, 10) ? seats : usual.seats,
    bots: bots ?? usual.bots,
    fill: either("fill"),
    visibility: entry(kept, "visibility") === "open" ? "open" : "link",
    spectators: either("spectators"),
    chat: either("chat"),
    clock: clockOf(entry(kept, "clock")),
    patience: null,
  };
}

export const maxSeats = (rules: Options): number => Number(rules["max_players"] ?? MIN_SEATS);

/** "45 seconds", "2 minutes", "1:30 minutes". */
export function duration(seconds: number): string {
  if (seconds < 60 || seconds % 60 !== 0) return t.friends.seconds(seconds);
  return t.friends.minutes(seconds / 60);
}

/** What a clock means, in a sentence. */
export function clockText(clock: Clock | null | undefined): string {
  if (!clock) return t.friends.clockNoneLine;
  const move = duration(clock.move);
  return clock.reserve
    ? t.friends.clockLine(move, duration(clock.reserve))
    : t.friends.clockOnlyLine(move);
}

/** What is agreed, in a few words each. */
export const settingsText = (settings: TableSettings): string[] => [
  t.friends.seatsAndBots(settings.seats, settings.fill ? levelName(settings.bots) : null),
  settings.clock ? t.lobby.clock(duration(settings.clock.move)) : t.lobby.noClock,
  settings.spectators ? t.gather.watchable : t.gather.unwatchable,
  settings.chat ? t.gather.withChat : t.gather.withoutChat,
];

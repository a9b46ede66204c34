/** Settings of a shared table, apart from its rules. */
import type { Clock, Options, Settings, Setup, TableSettings } from "../api/wire";
import { t } from "../i18n";
import { DEFAULT_LEVEL } from "../api/constants.generated";
import { botName } from "./option-text";

export const CLOCKS = {
  none: null,
  "15": { move: 15, reserve: 60 },
  "30": { move: 30, reserve: 90 },
  "60": { move: 60, reserve: 180 },
} as const satisfies Record<string, Required<Clock> | null>;
export type ClockName = keyof typeof CLOCKS | "own";
export const CLOCK_NAMES = ["none", "15", "30", "60", "own"] as const satisfies ClockName[];

/** Limits in seconds of a custom clock, the same as the server's. */
export const MOVE_SECONDS = { low: 5, high: 24 * 60 * 60 };
export const RESERVE_SECONDS = { low: 0, high: 24 * 60 * 60 };

export const MIN_SEATS = 2;
export const DEFAULT_SEATS = 4;

/** Return the name of a standard clock, or "own" for a custom one. */
export function clockName(clock: Clock | null | undefined): ClockName {
  if (!clock) return "none";
  const standard = CLOCK_NAMES.find((name) => {
    const times = name === "own" ? null : CLOCKS[name];
    return times?.move === clock.move && times.reserve === (clock.reserve ?? 0);
  });
  return standard ?? "own";
}

export const defaultSettings = (): TableSettings => ({
  seats: DEFAULT_SEATS,
  bots: DEFAULT_LEVEL,
  bot: null,
  fill: true,
  visibility: "link",
  spectators: true,
  chat: true,
  spectator_chat: false,
  clock: null,
  patience: null,
});

/** Fill in the defaults of a table's settings. */
export const withDefaults = (settings: Settings): TableSettings => ({
  ...defaultSettings(),
  ...settings,
});

const entry = (from: unknown, key: string): unknown =>
  typeof from === "object" && from !== null ? Reflect.get(from, key) : undefined;

const isIntegerIn = (value: unknown, low: number, high: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= low && value <= high;

function parseClock(stored: unknown): Required<Clock> | null {
  const [move, reserve] = [entry(stored, "move"), entry(stored, "reserve") ?? 0];
  const valid =
    isIntegerIn(move, MOVE_SECONDS.low, MOVE_SECONDS.high) &&
    isIntegerIn(reserve, RESERVE_SECONDS.low, RESERVE_SECONDS.high);
  return valid ? { move, reserve } : null;
}

/** Parse stored settings; anything invalid gets its default, and only the host starts the match. */
export function parseTableSettings(setup: Setup, stored: unknown): TableSettings {
  const defaults = defaultSettings();
  const flag = (key: "fill" | "spectators" | "chat" | "spectator_chat") => {
    const value = entry(stored, key);
    return typeof value === "boolean" ? value : defaults[key];
  };
  const seats = entry(stored, "seats");
  const bots = setup.levels.find(({ name }) => name === entry(stored, "bots"))?.name;
  const bot = setup.bots.find((name) => name === entry(stored, "bot"));
  return {
    seats: isIntegerIn(seats, MIN_SEATS, 10) ? seats : defaults.seats,
    bots: bots ?? defaults.bots,
    bot: bot ?? null,
    fill: flag("fill"),
    visibility: entry(stored, "visibility") === "open" ? "open" : "link",
    spectators: flag("spectators"),
    chat: flag("chat"),
    spectator_chat: flag("spectator_chat"),
    clock: parseClock(entry(stored, "clock")),
    patience: null,
  };
}

export const maxSeats = (rules: Options): number => Number(rules["max_players"] ?? MIN_SEATS);

/** Format a duration: "45 seconds", "2 minutes". */
export function duration(seconds: number): string {
  if (seconds < 60 || seconds % 60 !== 0) return t.friends.seconds({ n: seconds });
  return t.friends.minutes({ n: seconds / 60 });
}

/** Describe a clock in a sentence. */
export function clockText(clock: Clock | null | undefined): string {
  if (!clock) return t.friends.clockNoneLine;
  const move = duration(clock.move);
  return clock.reserve
    ? t.friends.clockLine({ move, reserve: duration(clock.reserve) })
    : t.friends.clockOnlyLine({ move });
}

/** Return whether spectators may write in the chat. */
export const spectatorsChat = (settings: TableSettings): boolean =>
  settings.chat && settings.spectators && settings.spectator_chat;

/** Return the name of the bots that fill empty seats: a level, or the server's own. */
export const botsName = ({ bot, bots }: TableSettings): string => botName({ level: bots, bot });

/** Summarise the settings in a few words each. */
export const settingsText = (settings: TableSettings): string[] => [
  settings.fill
    ? t.friends.seatsAndBots({ people: settings.seats, bots: botsName(settings) })
    : t.friends.seatsWithoutBots({ people: settings.seats }),
  settings.clock ? t.lobby.clock({ move: duration(settings.clock.move) }) : t.lobby.noClock,
  settings.spectators ? t.gather.watchable : t.gather.unwatchable,
  spectatorsChat(settings)
    ? t.gather.withSpectatorChat
    : settings.chat
      ? t.gather.withChat
      : t.gather.withoutChat,
];

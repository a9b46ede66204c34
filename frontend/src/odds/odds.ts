/** Odds computed by `scripts/odds.py`, and their form in plots. */
import { formatValue } from "../cards/cards";
import { pagePath } from "../router/route";

/** A value from which an action pays, and the range of values that do about as well. */
export type Limit = readonly [value: number, low: number, high: number];

/** A value with the gain of an action in thousandths, and half the width of its interval. */
export type Gain = readonly [value: number, gain: number, half: number];

/** Gains of closing over playing on, in one turn of a player. */
export interface ClosingTurn {
  limit: Limit | null;
  /** Limit if the table cards left to the others are worth less than an average hand. */
  weak: Limit | null;
  /** Limit if they are worth at least as much. */
  strong: Limit | null;
  gains: readonly Gain[];
}

/** The odds of a game for a number of players; estimates are thousandths. */
export interface Odds {
  /** Share of rounds lost (in a game for points: not won) by value at the showdown. */
  lost: readonly (readonly [value: number, share: number, low: number, high: number])[];
  /** Odds of closing, by the player's turn. */
  closings: readonly ClosingTurn[];
  /** Value from which the dealer keeps a hand. */
  keep: Limit | null;
  choices: readonly Gain[];
  /** Lives lost or points made in a round, by place in the order of play. */
  places: readonly (readonly [score: number, half: number])[];
}

/** Odds of a game, for each number of players. */
export interface GameOdds {
  /** Whether the game is for points. */
  points: boolean;
  /** Whether an exchange can also close. */
  exchange: boolean;
  /** Value from which a hand is above average. */
  average: number;
  /** Number of possible hands by value. */
  deals: readonly (readonly [value: number, count: number])[];
  /** Odds by number of players. */
  players: Readonly<Record<string, Odds>>;
}

/** Content of the file with the odds of all games. */
export interface OddsFile {
  /** Rounds that were played for each game and number of players. */
  rounds: number;
  /** Odds of each preset, or the name of another preset with the same odds. */
  games: Readonly<Record<string, GameOdds | string>>;
}

/** Load the odds, which only their page needs. */
export async function loadOdds(): Promise<OddsFile> {
  const { default: data } = await import("./odds.generated.json");
  return data as unknown as OddsFile;
}

const DEFAULT_GAME = "pagat";
const DEFAULT_PLAYERS = 4;

/** Game and number of players that the page shows. */
export interface Shown {
  game: string;
  players: number;
}

/** Return the odds of a preset. */
export function oddsOf(file: OddsFile, game: string): GameOdds {
  const found = file.games[game];
  if (typeof found === "string") return oddsOf(file, found);
  if (found === undefined) throw new Error(`no odds of ${game}`);
  return found;
}

/** Return the numbers of players for which a game has odds. */
export const playersOf = (game: GameOdds): number[] =>
  Object.keys(game.players)
    .map(Number)
    .sort((a, b) => a - b);

/** Parse the query of the page; missing or unknown values get their defaults. */
export function parseOddsQuery(file: OddsFile, query: URLSearchParams): Shown {
  const variant = query.get("variant") ?? "";
  const game = Object.hasOwn(file.games, variant) ? variant : DEFAULT_GAME;
  const most = Math.max(...playersOf(oddsOf(file, game)));
  const players = Number(query.get("players"));
  const valid = Number.isInteger(players) && players >= 2 && players <= most;
  return { game, players: valid ? players : Math.min(DEFAULT_PLAYERS, most) };
}

export const oddsPath = ({ game, players }: Shown): string =>
  `${pagePath("odds")}?${new URLSearchParams({ variant: game, players: String(players) })}`;

/** A bar of a plot, with its confidence interval. */
export interface IntervalBar {
  label: string;
  value: number;
  low: number;
  high: number;
}

/** Return a bar for each gain; `unit` is the number of thousandths in the unit of the plot. */
export const gainBars = (gains: readonly Gain[], unit: number): IntervalBar[] =>
  gains.map(([value, gain, half]) => ({
    label: formatValue(value),
    value: gain / unit,
    low: (gain - half) / unit,
    high: (gain + half) / unit,
  }));

/** Return evenly spaced round numbers, with 0 among them, that enclose the bars' values. */
export function axisMarks(bars: readonly IntervalBar[], steps = 4): number[] {
  const low = Math.min(0, ...bars.map((bar) => bar.value));
  const high = Math.max(0, ...bars.map((bar) => bar.value));
  const minStep = Math.max(high - low, 1) / steps;
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= minStep) ?? minStep;
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

/** Return the median value of dealt hands. */
export function medianDeal({ deals }: Pick<GameOdds, "deals">): number {
  const all = deals.reduce((sum, [, count]) => sum + count, 0);
  let below = 0;
  return deals.find(([, count]) => (below += count) >= all / 2)?.[0] ?? 0;
}

/** A player's progress with puzzles: ratings by Glicko-2, and when failed puzzles come back. */
import rate from "glicko2-lite";
import type { Puzzle, Theme } from "./puzzle";

/** A rating of Glicko-2, with its deviation and volatility. */
export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** The player's rating and counts of answers. */
export interface Progress {
  rating: Rating;
  /** Number of answers, repetitions included. */
  answered: number;
  /** Number of puzzles solved at first sight, out of `seen`. */
  solved: number;
  seen: number;
  /** Length of the present series of right answers, and of the longest one. */
  streak: number;
  bestStreak: number;
}

/** Outcome of a puzzle that the player has answered. */
export interface Outcome {
  id: string;
  /** Rating of the puzzle after the first answer. */
  rating: Rating;
  /** The player's number of answers when this puzzle was last answered. */
  at: number;
  /** Whether the first answer was right. */
  solved: boolean;
  /** Number of times solved since the last failure; null if the puzzle never comes back. */
  step: number | null;
}

const VOLATILITY = 0.06;
const NEW_PLAYER: Rating = { rating: 1500, deviation: 350, volatility: VOLATILITY };
/** Deviation of a puzzle that only bots have tried. */
const NEW_PUZZLE_DEVIATION = 150;
const TAU = 0.5;

/** Answers until a failed puzzle comes back: after the failure, one solution, and two. */
const SPACES = [4, 15, 50] as const;

/** Number of new puzzles nearest to the player's strength, one of which is drawn. */
const NEAREST = 12;

export const NO_PROGRESS: Progress = {
  rating: NEW_PLAYER,
  answered: 0,
  solved: 0,
  seen: 0,
  streak: 0,
  bestStreak: 0,
};

/** Return the rating of a puzzle that the player has not seen. */
const ratingOf = ({ rating }: Puzzle): Rating => ({
  rating,
  deviation: NEW_PUZZLE_DEVIATION,
  volatility: VOLATILITY,
});

/** Return a rating after one game. */
function updated(own: Rating, other: Rating, score: 0 | 1): Rating {
  const { rating, rd, vol } = rate(
    own.rating,
    own.deviation,
    own.volatility,
    [[other.rating, other.deviation, score]],
    { tau: TAU },
  );
  return { rating, deviation: rd, volatility: vol };
}

/** Return the progress and the puzzle's outcome after an answer; only the first one is rated. */
export function afterAnswer(
  progress: Progress,
  puzzle: Puzzle,
  known: Outcome | undefined,
  right: boolean,
): { progress: Progress; outcome: Outcome } {
  const answered = progress.answered + 1;
  const streak = right ? progress.streak + 1 : 0;
  const counted = {
    ...progress,
    answered,
    streak,
    bestStreak: Math.max(progress.bestStreak, streak),
  };
  if (known !== undefined) {
    const next = right ? (known.step ?? 0) + 1 : 0;
    const step = known.step === null && right ? null : next < SPACES.length ? next : null;
    return { progress: counted, outcome: { ...known, at: answered, step } };
  }
  const before = ratingOf(puzzle);
  return {
    progress: {
      ...counted,
      rating: updated(progress.rating, before, right ? 1 : 0),
      seen: progress.seen + 1,
      solved: progress.solved + (right ? 1 : 0),
    },
    outcome: {
      id: puzzle.id,
      rating: updated(before, progress.rating, right ? 0 : 1),
      at: answered,
      solved: right,
      step: right ? null : 0,
    },
  };
}

/** Return the number of answers after which a failed puzzle comes back. */
const dueAt = ({ at, step }: Outcome): number =>
  step === null ? Infinity : at + (SPACES[step] ?? Infinity);

/**
 * Return the next puzzle with the theme: a failed one that is due, else a new one of about the
 * player's strength, else the one not seen for longest; null without any. `random` is a number from
 * 0 to 1.
 */
export function nextPuzzle(
  puzzles: readonly Puzzle[],
  theme: Theme | null,
  { rating: { rating }, answered }: Progress,
  outcomes: ReadonlyMap<string, Outcome>,
  random: number,
): Puzzle | null {
  const fitting = puzzles.filter(({ themes }) => theme === null || themes.includes(theme));
  const known = fitting.filter(({ id }) => outcomes.has(id));
  const order = (key: (outcome: Outcome) => number) => (one: Puzzle, other: Puzzle) =>
    key(outcomes.get(one.id)!) - key(outcomes.get(other.id)!);
  const [due] = known.toSorted(order(dueAt));
  if (due !== undefined && dueAt(outcomes.get(due.id)!) <= answered) return due;
  const fresh = fitting.filter(({ id }) => !outcomes.has(id));
  const distance = (puzzle: Puzzle) => Math.abs(puzzle.rating - rating);
  const nearest = fresh.toSorted((one, other) => distance(one) - distance(other)).slice(0, NEAREST);
  const [oldest] = known.toSorted(order(({ at }) => at));
  return nearest[Math.floor(random * nearest.length)] ?? oldest ?? null;
}

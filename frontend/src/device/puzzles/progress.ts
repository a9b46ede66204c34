/** A player's progress with puzzles: ratings by Glicko-2, and when failed puzzles come back. */
import rate from "glicko2-lite";
import { TOPICS, topicOf, type Puzzle, type Topic } from "./puzzle";

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
/** Largest number of points that an answer costs. */
const LARGEST_LOSS = 60;
/** Half the width of a rating's range, in deviations: a confidence interval of 95 %. */
const RANGE_DEVIATIONS = 2;
/** Ratings are shown as multiples of this number of points. */
const ROUNDING = 10;

/** Answers until a failed puzzle comes back: after the failure, one solution, and two. */
const SPACES = [4, 15, 50] as const;

/** Number of new puzzles nearest to the lower end of the player's range, one of which is drawn. */
const NEAREST = 12;

/** Number of solved puzzles after which the next topic is taught. */
const SOLVED_PER_TOPIC = 5;

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

/** Return a player's rating after one game, in which it loses a limited number of points. */
function limited(own: Rating, other: Rating, score: 0 | 1): Rating {
  const after = updated(own, other, score);
  return { ...after, rating: Math.max(after.rating, own.rating - LARGEST_LOSS) };
}

/** Round a rating to the precision in which it is shown. */
export const rounded = (rating: number): number => ROUNDING * Math.round(rating / ROUNDING);

/** Return the range in which a player's strength very probably lies. */
export const rangeOf = ({ rating, deviation }: Rating): { low: number; high: number } => ({
  low: rounded(rating - RANGE_DEVIATIONS * deviation),
  high: rounded(rating + RANGE_DEVIATIONS * deviation),
});

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
      rating: limited(progress.rating, before, right ? 1 : 0),
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

/** The topic that a player is taught. */
export interface Lesson {
  topic: Topic;
  /** Number of the topic among those of the variant, from 1. */
  number: number;
  topics: number;
  /** Number of solved puzzles, out of those after which the next topic is taught. */
  solved: number;
  needed: number;
}

const isSolved = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && (outcome.solved || outcome.step !== 0);

/** Return the first topic of which too few puzzles are solved; null once all have been taught. */
export function lessonOf(
  puzzles: readonly Puzzle[],
  outcomes: ReadonlyMap<string, Outcome>,
): Lesson | null {
  const puzzlesOf = (topic: Topic) => puzzles.filter((puzzle) => topicOf(puzzle) === topic);
  const topics = TOPICS.filter((topic) => puzzlesOf(topic).length > 0);
  for (const [place, topic] of topics.entries()) {
    const taught = puzzlesOf(topic);
    const needed = Math.min(SOLVED_PER_TOPIC, taught.length);
    const solved = taught.filter(({ id }) => isSolved(outcomes.get(id))).length;
    if (solved < needed) return { topic, number: place + 1, topics: topics.length, solved, needed };
  }
  return null;
}

/**
 * Return the next puzzle: a failed one that is due, else one of the topic that is taught, if any: a
 * new one, the easier the less is known of the player, or the one not seen for longest. Return null
 * if there are no puzzles. `random` is a number from 0 to 1.
 */
export function nextPuzzle(
  puzzles: readonly Puzzle[],
  topic: Topic | null,
  { rating, answered }: Progress,
  outcomes: ReadonlyMap<string, Outcome>,
  random: number,
): Puzzle | null {
  const isKnown = ({ id }: Puzzle) => outcomes.has(id);
  const order = (key: (outcome: Outcome) => number) => (one: Puzzle, other: Puzzle) =>
    key(outcomes.get(one.id)!) - key(outcomes.get(other.id)!);
  const [due] = puzzles.filter(isKnown).toSorted(order(dueAt));
  if (due !== undefined && dueAt(outcomes.get(due.id)!) <= answered) return due;
  const taught = puzzles.filter((puzzle) => topic === null || topicOf(puzzle) === topic);
  const target = rating.rating - RANGE_DEVIATIONS * rating.deviation;
  const distance = (puzzle: Puzzle) => Math.abs(puzzle.rating - target);
  const nearest = taught
    .filter((puzzle) => !isKnown(puzzle))
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, NEAREST);
  const [oldest] = taught.filter(isKnown).toSorted(order(({ at }) => at));
  return nearest[Math.floor(random * nearest.length)] ?? oldest ?? null;
}

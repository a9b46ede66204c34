/** Course of a reviewed match: places of its moments, grades, turning points and accounts. */
import type {
  Grade,
  PlayerReview,
  ReviewedAction,
  ReviewedDecision,
  ReviewedMoment,
} from "schwimmen";

/** Place of a moment in a replay: round from 1 and step from 0, the deal; round 0 precedes both. */
export interface Place {
  round: number;
  step: number;
}

/** Return the place of every moment of a record: one before the first deal, then all steps. */
export const placesOf = (rounds: readonly { actions: readonly unknown[] }[]): Place[] => [
  { round: 0, step: 0 },
  ...rounds.flatMap(({ actions }, number) =>
    Array.from({ length: actions.length + 1 }, (_, step) => ({ round: number + 1, step })),
  ),
];

/** Return the numbers of the moments at which rounds begin. */
export const roundStarts = (places: readonly Place[]): number[] =>
  places.flatMap(({ round, step }, number) => (round > 0 && step === 0 ? [number] : []));

/** A graded decision. */
export interface Mark {
  moment: number;
  grade: Grade;
}

/** Return the graded decisions of a seat. */
export const marksOf = (moments: readonly ReviewedMoment[], seat: number): Mark[] =>
  moments.flatMap(({ decision, number }) =>
    decision !== null && decision.seat === seat && decision.grade !== null
      ? [{ moment: number, grade: decision.grade }]
      : [],
  );

/** Return the moment of the mistake or blunder of a seat that cost most, or null without one. */
export function costliest(moments: readonly ReviewedMoment[], seat: number): number | null {
  const loss = ({ moment }: Mark) => {
    const decision = moments[moment]?.decision;
    return decision?.actions.find(({ action }) => action === decision.chosen)?.loss ?? 0;
  };
  const [worst] = marksOf(moments, seat)
    .filter(({ grade }) => grade !== "inaccuracy")
    .toSorted((one, other) => loss(other) - loss(one));
  return worst?.moment ?? null;
}

/** Return the total chance that changed hands at each moment. */
const shifts = (moments: readonly ReviewedMoment[]): number[] =>
  moments.map(({ chances }, number) => {
    const before = moments[number - 1]?.chances ?? chances;
    return chances.reduce(
      (sum, { value }, seat) => sum + Math.abs(value - (before[seat]?.value ?? value)) / 2,
      0,
    );
  });

/** Return the moments with the largest changes of chances, in order. */
export function turningPoints(moments: readonly ReviewedMoment[], count = 3): number[] {
  const changes = shifts(moments);
  return [...changes.keys()]
    .filter((number) => changes[number]! > 0)
    .sort((a, b) => changes[b]! - changes[a]!)
    .slice(0, count)
    .sort((a, b) => a - b);
}

/** Losses from which actions get a grade, as percentages of the whole. */
const LIMITS = { inaccuracy: 1.5, mistake: 4, blunder: 8 } as const;

/** Return the whole that limits refer to, in points: a match won, or twice the best hand. */
export const wholeOf = (points: boolean, handSize: number): number =>
  points ? 2 * (10 * handSize + 1) : 100;

/** Return the loss in points from which actions get a grade. */
export const limitOf = (grade: Grade, whole: number): number => (LIMITS[grade] * whole) / 100;

export type Verdict = "right" | "nearly" | "wrong";

/** Return the verdict on an answer to the question for the best action. */
export function verdictOf(action: string, { actions }: ReviewedDecision, whole: number): Verdict {
  const { loss } = actions.find((one) => one.action === action)!;
  if (loss < limitOf("inaccuracy", whole)) return "right";
  return loss < limitOf("mistake", whole) ? "nearly" : "wrong";
}

/** Half the width of a 95 % confidence interval, in standard errors. */
const Z = 1.96;

/** Return half the confidence interval of a loss if it exceeds half the loss, otherwise null. */
export function notableError(loss: number, error: number): number | null {
  return loss > 0 && Z * error > loss / 2 ? Z * error : null;
}

/** Return the lowest and highest loss by the play of others if they differ by half the loss. */
export function notableRange({ loss, leastLoss, mostLoss }: ReviewedAction): Range | null {
  return loss > 0 && mostLoss - leastLoss > loss / 2 ? [leastLoss, mostLoss] : null;
}

/** Lowest and highest number. */
export type Range = readonly [number, number];

/** Step of an account from one chance to another, or a chance reached. */
export interface AccountStep {
  name: "before" | "luck" | "errors" | "others" | "result";
  from: number;
  to: number;
}

/**
 * Return the steps from the chance before the match to the result, in whole points that add up;
 * `unit` is the number of points in a value of 1.
 */
export function accountSteps(account: PlayerReview["account"], unit: number): AccountStep[] {
  const names = ["others", "luck", "errors"] as const;
  const before = Math.round(unit * account.before);
  const result = Math.round(unit * account.result);
  const parts = names.map((name) => unit * account[name]);
  let reached = before;
  const changes = wholeParts(parts, result - before).map((change, place) => ({
    name: names[place]!,
    from: reached,
    to: (reached += change),
  }));
  return [
    { name: "before" as const, from: 0, to: before },
    ...changes,
    { name: "result" as const, from: 0, to: result },
  ].map(({ name, from, to }) => ({ name, from: from / unit, to: to / unit }));
}

/** Round parts down or up to whole numbers with a given sum, those nearest to the next up. */
function wholeParts(parts: readonly number[], sum: number): number[] {
  const whole = parts.map(Math.floor);
  const rest = (place: number) => parts[place]! - whole[place]!;
  const missing = sum - whole.reduce((one, other) => one + other, 0);
  const places = [...parts.keys()].toSorted((one, other) => rest(other) - rest(one));
  for (const place of places.slice(0, missing)) whole[place]! += 1;
  return whole;
}

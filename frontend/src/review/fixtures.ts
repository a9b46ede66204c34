/** Small reviews for tests. */
import type { Grade, PlayerReview, ReviewedDecision, ReviewedMoment } from "schwimmen";

/** Return the moments of a match of two players; lists are the chances of seat 0, by round. */
export function moments(...rounds: number[][]): ReviewedMoment[] {
  const found: ReviewedMoment[] = [];
  for (const [round, values] of rounds.entries())
    for (const [step, value] of values.entries())
      found.push({
        number: found.length,
        round,
        seat: step === 0 ? null : (step - 1) % 2,
        action: step === 0 ? null : "pass",
        chances: [value, 1 - value].map((value) => ({ value, error: 0.01 })),
        changes: [],
        decision: null,
      });
  return found;
}

/** Return a decision between four actions, the worst of which was played. */
export function decision(seat: number, grade: Grade | null): ReviewedDecision {
  const losses = { close: 0, pass: 1, all: 3, renew: 6 } as const;
  const actions = Object.entries(losses).map(([action, loss]) => ({
    action: action as keyof typeof losses,
    value: 0.5 - loss / 100,
    error: 0.01,
    loss,
    lossError: 0.2,
    leastLoss: loss === 3 ? 1 : loss,
    mostLoss: loss,
    grade: action === "renew" ? grade : null,
    handValue: action === "renew" ? null : 24,
    closes: action === "close",
    ends: action === "close" ? ("close" as const) : null,
    over: false,
  }));
  return { seat, chosen: "renew", grade, onlyMove: false, actions, reasons: [] };
}

/** Return the review of a player with a number of decisions. */
export function player(seat: number, decisions: number): PlayerReview {
  const account = { before: 0.5, result: 1, luck: 0.5, errors: 0, others: 0 };
  const grades = { inaccuracy: 0, mistake: 0, blunder: 0 };
  const losses = { decisions, loss: decisions, squares: 2 * decisions, errorRate: 100, grades };
  return { seat, name: "Anna", ...losses, account, luckiest: [], unluckiest: [] };
}

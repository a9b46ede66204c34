import { describe, expect, it } from "vitest";
import { afterAnswer, nextPuzzle, NO_PROGRESS, type Outcome, type Progress } from "./progress";
import type { Puzzle, Theme } from "./puzzle";

const puzzle = (id: string, rating: number, themes: Theme[] = ["close"]): Puzzle => ({
  id,
  preset: "pagat",
  dealer: 1,
  leader: 0,
  scores: [3, 3],
  dealt: [],
  actions: [],
  value: 50,
  losses: [0, 5],
  solvers: [],
  themes,
  rating,
});

/** A player with the outcomes of the puzzles answered so far. */
class Player {
  progress: Progress = NO_PROGRESS;
  outcomes = new Map<string, Outcome>();

  answer(one: Puzzle, right: boolean): void {
    const known = this.outcomes.get(one.id);
    const { progress, outcome } = afterAnswer(this.progress, one, known, right);
    this.progress = progress;
    this.outcomes.set(one.id, outcome);
  }

  next(puzzles: readonly Puzzle[], theme: Theme | null = null): string | undefined {
    return nextPuzzle(puzzles, theme, this.progress, this.outcomes, 0)?.id;
  }
}

describe("an answer", () => {
  it("changes both ratings, in opposite directions", () => {
    const player = new Player();
    player.answer(puzzle("a", 1600), true);
    expect(player.progress.rating.rating).toBeGreaterThan(1500);
    expect(player.progress.rating.deviation).toBeLessThan(350);
    expect(player.outcomes.get("a")?.rating.rating).toBeLessThan(1600);
    const before = player.progress.rating.rating;
    player.answer(puzzle("b", 1600), false);
    expect(player.progress.rating.rating).toBeLessThan(before);
    expect(player.outcomes.get("b")?.rating.rating).toBeGreaterThan(1600);
  });

  it("is rated the first time only", () => {
    const player = new Player();
    player.answer(puzzle("a", 1600), false);
    const { rating } = player.progress;
    player.answer(puzzle("a", 1600), true);
    expect(player.progress).toMatchObject({ rating, answered: 2, seen: 1, solved: 0 });
  });

  it("counts right answers in a row", () => {
    const player = new Player();
    for (const right of [true, true, false, true])
      player.answer(puzzle(`${player.progress.answered}`, 1500), right);
    expect(player.progress).toMatchObject({ streak: 1, bestStreak: 2, solved: 3, seen: 4 });
  });
});

describe("the next puzzle", () => {
  const many = Array.from({ length: 100 }, (_, n) => puzzle(`${n}`, 1000 + 10 * n));

  it("is new and of about the player's strength", () => {
    const player = new Player();
    expect(player.next(many)).toBe("50");
    player.answer(puzzle("50", 1500), true);
    expect(player.next(many)).not.toBe("50");
  });

  it("has the theme that is wanted", () => {
    const player = new Player();
    const puzzles = [...many, puzzle("far", 2400, ["pass"])];
    expect(player.next(puzzles, "pass")).toBe("far");
    expect(player.next(puzzles, "renew")).toBeUndefined();
  });

  it("is a failed one when it is due, at growing distances, until it was solved often enough", () => {
    const player = new Player();
    const failed = puzzle("failed", 1500);
    player.answer(failed, false);
    const returns: number[] = [];
    for (let n = 0; n < 90; n++) {
      const next = player.next([failed, ...many]) ?? "";
      if (next === "failed") returns.push(n);
      player.answer(next === "failed" ? failed : many[Number(next)]!, true);
    }
    expect(returns).toEqual([4, 20, 71]);
    expect(player.outcomes.get("failed")).toMatchObject({ step: null, solved: false });
  });

  it("is the one not seen for longest when none is new", () => {
    const player = new Player();
    const few = many.slice(0, 3);
    for (const id of [1, 0, 2]) player.answer(few[id]!, true);
    expect(player.next(few)).toBe("1");
  });
});

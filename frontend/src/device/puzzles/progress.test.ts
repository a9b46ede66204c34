import { describe, expect, it } from "vitest";
import {
  afterAnswer,
  lessonOf,
  nextPuzzle,
  NO_PROGRESS,
  rangeOf,
  type Outcome,
  type Progress,
} from "./progress";
import type { Puzzle, Theme, Topic } from "./puzzle";

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

  next(puzzles: readonly Puzzle[], topic: Topic | null = null): string | undefined {
    return nextPuzzle(puzzles, topic, this.progress, this.outcomes, 0)?.id;
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

  it("costs at most 60 points", () => {
    const player = new Player();
    for (let n = 0; n < 20; n++) {
      const before = player.progress.rating.rating;
      player.answer(puzzle(`${n}`, 1000), false);
      const loss = before - player.progress.rating.rating;
      expect(loss).toBeGreaterThan(0);
      expect(loss).toBeLessThanOrEqual(60);
      if (n === 0) expect(loss).toBe(60);
    }
  });

  it("narrows the range of the rating", () => {
    const player = new Player();
    expect(rangeOf(player.progress.rating)).toEqual({ low: 800, high: 2200 });
    const widths = Array.from({ length: 20 }, (_, n) => {
      player.answer(puzzle(`${n}`, 1500), n % 2 === 0);
      const { low, high } = rangeOf(player.progress.rating);
      expect([low % 10, high % 10]).toEqual([0, 0]);
      return high - low;
    });
    expect(widths).toEqual(widths.toSorted((one, other) => other - one));
    expect(widths.at(-1)).toBeLessThan(450);
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

  it("is new, the easiest at first, and harder the more is known of the player", () => {
    const player = new Player();
    expect(player.next(many)).toBe("0");
    const ratings = Array.from({ length: 30 }, () => {
      const next = many[Number(player.next(many))]!;
      const isRight = next.rating < 1500;
      player.answer(next, isRight);
      return next.rating;
    });
    const mean = (some: number[]) => some.reduce((sum, one) => sum + one, 0) / some.length;
    expect(mean(ratings.slice(20))).toBeGreaterThan(mean(ratings.slice(0, 10)) + 200);
    expect(Math.max(...ratings)).toBeLessThan(1600);
  });

  it("is of the topic that is taught", () => {
    const player = new Player();
    const puzzles = [...many, puzzle("far", 2400, ["pass"])];
    expect(player.next(puzzles, "otherMoves")).toBe("far");
    player.answer(puzzles.at(-1)!, true);
    expect(player.next(puzzles, "otherMoves")).toBe("far");
    expect(player.next(puzzles, "dealersChoice")).toBeUndefined();
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

describe("the topics", () => {
  const of = (name: string, count: number, ...themes: Theme[]) =>
    Array.from({ length: count }, (_, n) => puzzle(`${name}${n}`, 1500, themes));
  const closing = of("closing", 8, "close");
  const pass = of("pass", 2, "pass");
  const last = of("last", 9, "keepOpen", "lastTurn");
  const puzzles = [...last, ...pass, ...closing];

  it("are taught in order, each until enough puzzles are solved", () => {
    const player = new Player();
    const lesson = () => lessonOf(puzzles, player.outcomes);
    const solve = (some: Puzzle[]) => some.forEach((one) => player.answer(one, true));
    expect(lesson()).toEqual({ topic: "closing", number: 1, topics: 3, solved: 0, needed: 5 });
    solve(closing.slice(0, 4));
    player.answer(closing[4]!, false);
    expect(lesson()).toMatchObject({ topic: "closing", solved: 4 });
    solve([closing[4]!]);
    expect(lesson()).toEqual({ topic: "otherMoves", number: 2, topics: 3, solved: 0, needed: 2 });
    solve(pass);
    expect(lesson()).toMatchObject({ topic: "lastTurn", number: 3, solved: 0 });
    solve(last.slice(0, 5));
    expect(lesson()).toBeNull();
  });

  it("leave failed puzzles of other topics due", () => {
    const player = new Player();
    player.answer(last[0]!, false);
    for (const one of closing.slice(0, 4)) player.answer(one, true);
    expect(player.next(puzzles, "closing")).toBe("last0");
  });
});

import "fake-indexeddb/auto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { REVIEW_FORMAT } from "../../api/constants.generated";
import { FOUND_PUZZLE, OWN_PUZZLE } from "../../device/puzzles/fixtures";
import { clearPuzzles, ownPuzzles } from "../../device/puzzles/own-store";
import { decision, moments, player } from "../fixtures";
import type { FromReviewer, ToReviewer } from "./messages";
import { reviewOf, type Reviewer } from "./review-run.svelte";
import { deleteReviews, storedReview, storeReview } from "../../device/storage/review-store";
import type { Effort, LevelRange, MatchRecord, Review } from "schwimmen";

const LEVELS: LevelRange = { weakest: "casual", strongest: "expert", decisions: 120 };

const record = (dealer = 0): MatchRecord => ({
  format: "schwimmen-match/1",
  rules: { preset: "pagat" },
  players: ["Anna", "Karl"],
  dealer,
  rounds: [{ pack: "", actions: ["pass", "close"] }],
});

function reviewed(effort: Effort, decisions = 10): Review {
  const course = moments([0.5], [0.5, 0.6, 1]);
  if (effort === "decisions") course[1]!.decision = decision(0, "mistake");
  const rules = { preset: "pagat" as const, options: {} };
  const names = ["Anna", "Karl"];
  return {
    format: REVIEW_FORMAT,
    rules,
    names,
    seed: 0,
    complete: true,
    rougher: false,
    moments: course,
    players: effort === "graph" ? [] : [player(0, decisions), player(1, decisions)],
  };
}

/** A worker whose answers the test sets, and which counts its starts. */
function fakeWorkshop(
  answer = (effort: Effort): FromReviewer[] => answers(effort),
  found: FromReviewer[] = [{ type: "puzzles", puzzles: [] }],
) {
  const asked: Effort[] = [];
  const searched: number[] = [];
  const compared: number[] = [];
  let ended = 0;
  const start = (): Reviewer => {
    const worker: Reviewer = {
      onmessage: null,
      onerror: null,
      terminate: () => void (ended += 1),
      postMessage: (message: ToReviewer) => {
        if (message.type === "cancel") return;
        if (message.type === "search") searched.push(message.seat);
        else if (message.type === "start") asked.push(message.effort);
        else compared.push(message.reviews.length);
        const answers: FromReviewer[] =
          message.type === "search"
            ? found
            : message.type === "start"
              ? answer(message.effort)
              : [{ type: "levels", levels: LEVELS }];
        for (const data of answers)
          worker.onmessage?.call(worker as Worker, new MessageEvent("message", { data }));
      },
    };
    return worker;
  };
  return { engine: "engine", start, asked, searched, compared, ended: () => ended };
}

function answers(effort: Effort, decisions?: number): FromReviewer[] {
  const review = reviewed(effort, decisions);
  const each = review.moments.map((moment): FromReviewer => ({ type: "moment", moment }));
  return [{ type: "started", moments: each.length }, ...each, { type: "done", review }];
}

const ended = (run: ReturnType<typeof reviewOf>) =>
  vi.waitFor(() => expect(run.running).toBe(false));

describe("a review", () => {
  afterEach(async () => {
    await deleteReviews();
    await clearPuzzles();
  });

  it("has the graph first, then the decisions, and is kept", async () => {
    const workshop = fakeWorkshop();
    const run = reviewOf(record(), workshop);
    expect(reviewOf(record(), workshop)).toBe(run);
    await ended(run);
    expect([run.stage, workshop.asked, workshop.ended()]).toEqual([
      "done",
      ["graph", "decisions"],
      1,
    ]);
    expect(run.moments[1]?.decision?.grade).toBe("mistake");

    const again = reviewOf(record(), workshop);
    expect(again).not.toBe(run);
    await ended(again);
    expect([again.review, workshop.asked.length]).toEqual([run.review, 2]);
  });

  it("is made again for another match, and by another engine", async () => {
    const workshop = fakeWorkshop();
    await ended(reviewOf(record(), workshop));
    await ended(reviewOf(record(1), workshop));
    await ended(reviewOf(record(), { ...workshop, engine: "newer" }));
    expect(workshop.asked).toHaveLength(6);
  });

  it("can be cancelled, keeps its moments and starts again", async () => {
    const workshop = fakeWorkshop((effort) =>
      effort === "graph" ? answers(effort) : answers(effort).slice(0, 2),
    );
    const run = reviewOf(record(), workshop);
    await vi.waitFor(() => expect(run.stage).toBe("decisions"));
    run.cancel();
    await ended(run);
    expect([run.stage, run.problem, run.moments.length, workshop.ended()]).toEqual([
      "cancelled",
      null,
      4,
      1,
    ]);
    const again = reviewOf(record(), fakeWorkshop());
    await ended(again);
    expect(again.stage).toBe("done");
  });

  it("is searched once for puzzles of the reader's own", async () => {
    const workshop = fakeWorkshop(undefined, [{ type: "puzzles", puzzles: [FOUND_PUZZLE] }]);
    const search = async (own: number | null) => {
      const run = reviewOf(record(), workshop, own);
      await ended(run);
      return run;
    };
    expect((await search(null)).puzzles).toBeNull();
    for (let time = 0; time < 2; time++) {
      const run = await search(1);
      await vi.waitFor(() => expect(run.puzzles).toBe(1));
    }
    expect([workshop.asked.length, workshop.searched]).toEqual([2, [1]]);
    expect(await ownPuzzles()).toMatchObject([{ id: OWN_PUZZLE.id, solvers: OWN_PUZZLE.solvers }]);
  });

  it("compares the reader from a hundred decisions in matches of one kind", async () => {
    const workshop = fakeWorkshop((effort) => answers(effort, 40));
    const found = [];
    for (const dealer of [0, 1, 0, 2]) {
      const run = reviewOf(record(dealer), workshop, 0);
      await vi.waitFor(() => expect(run.levels).not.toBeNull());
      await ended(run);
      found.push(run.levels);
    }
    expect(found).toEqual([60, 20, 20, LEVELS]);
    expect(workshop.compared).toEqual([3]);
    const run = reviewOf(record(), workshop);
    await ended(run);
    expect(run.levels).toBeNull();
  });

  it("gives no puzzles if all reviews are deleted meanwhile", async () => {
    const workshop = fakeWorkshop(undefined, [{ type: "puzzles", puzzles: [FOUND_PUZZLE] }]);
    const start = () => {
      const reviewer = workshop.start();
      const { postMessage } = reviewer;
      reviewer.postMessage = (message: ToReviewer) =>
        message.type === "search"
          ? void deleteReviews().then(() => postMessage(message))
          : postMessage(message);
      return reviewer;
    };
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const run = reviewOf(record(), { ...workshop, start }, 1);
    await vi.waitFor(() => expect(warn).toHaveBeenCalled());
    expect([run.stage, run.puzzles]).toEqual(["done", null]);
    expect(await ownPuzzles()).toEqual([]);
    warn.mockRestore();
  });

  it("is searched again after a failure", async () => {
    const failing = fakeWorkshop(undefined, [{ type: "failed", problem: "data" }]);
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const run = reviewOf(record(), failing, 0);
    await ended(run);
    await vi.waitFor(() => expect(warn).toHaveBeenCalled());
    expect([run.stage, run.puzzles]).toEqual(["done", null]);
    const again = reviewOf(record(), fakeWorkshop(), 0);
    await vi.waitFor(() => expect(again.puzzles).toBe(0));
    warn.mockRestore();
  });

  it("says why it failed", async () => {
    const workshop = fakeWorkshop(() => [{ type: "failed", problem: "data" }]);
    const run = reviewOf(record(), workshop);
    await ended(run);
    expect([run.stage, run.problem]).toEqual(["failed", "data"]);
  });
});

it("those unused for longest are deleted", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  for (let time = 0; time < 51; time++) {
    vi.setSystemTime(time);
    await storeReview(`${time}`, reviewed("graph"));
  }
  expect(await storedReview("0")).toBeNull();
  expect(await storedReview("1")).not.toBeNull();
  vi.useRealTimers();
});

it("those of an earlier format are made again", async () => {
  await storeReview("key", { ...reviewed("graph"), format: "schwimmen-review/1" });
  expect(await storedReview("key")).toBeNull();
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { action, storeTable } from "../../testing/device-tables";
import { click, element, find, openPage, see, until } from "../../testing/page";
import { moments, player } from "./fixtures";
import type { FromReviewer, ToReviewer } from "./run/messages";
import { deleteReviews } from "../device/storage/review-store";
import type { Effort, Review } from "schwimmen";

const MOMENTS = moments([0.5], [0.5, 0.6, 1]);
const REVIEW: Review = {
  format: "schwimmen-review/3",
  rules: { preset: "pagat", options: {} },
  names: ["Anna", "Berta"],
  seed: 0,
  complete: true,
  rougher: false,
  moments: MOMENTS,
  players: [player(0, 37), player(1, 40)],
};
const STARTED: FromReviewer[] = [
  { type: "started", moments: MOMENTS.length },
  ...MOMENTS.map((moment): FromReviewer => ({ type: "moment", moment })),
];
const DONE: FromReviewer[] = [...STARTED, { type: "done", review: REVIEW }];

/** Let the review workers send the given messages. */
function answerWith(answer: (effort: Effort) => FromReviewer[]): void {
  vi.stubGlobal(
    "Worker",
    class {
      onmessage: ((event: object) => void) | null = null;
      postMessage(message: ToReviewer): void {
        const answers: FromReviewer[] =
          message.type === "search" ? [{ type: "puzzles", puzzles: [] }] : [];
        if (message.type === "start") answers.push(...answer(message.effort));
        for (const data of answers) setTimeout(() => this.onmessage?.({ data }));
      }
      terminate(): void {}
    },
  );
}

/** Store a match that is over; return the address of its review. */
const finished = async () => {
  const id = await storeTable({
    hands: ["7C 8C 9D", "7D 8D 9C"],
    options: { special: "none", lives: 1, dealer_choice: false },
    until: (match) => match.over,
    play: action("close"),
  });
  return `/t/${id}/replay?review`;
};

const expectStage = (stage: string) =>
  until(() => expect(find("review")?.dataset["stage"]).toBe(stage));

afterEach(deleteReviews);

describe("the review of a match", () => {
  it("says why there is none, and lets the match go on from a moment", async () => {
    answerWith(() => [{ type: "failed", problem: "data" }]);
    const address = await finished();
    await openPage(address);
    await see("review-problem", "could not be loaded");
    await element("review-again");
    await click("review-tab-moment");
    await click("review-go-on");
    await until(() => expect(find("table")?.dataset["myTurn"]).toBe("true"));
    expect(address).not.toContain(location.pathname);
    await openPage("/matches"); // the list has only the match that counts
    await until(() => expect(find("matches")?.querySelectorAll("li")).toHaveLength(1));
  });

  it("calls the reader's own seat by its name, or you", async () => {
    answerWith(() => DONE);
    const address = await finished();
    await openPage(address.replace("?review", ""));
    await see("part", "You are Anna.");
    await see("turn-of", "Your turn");
    await openPage(address.replace("?review", "?step=2"));
    await see("replay-status", "You close");
    await openPage(`${address}&step=2`);
    await element("review-puzzles");
    await click("review-tab-moment");
    await click("review-open");
    await see("turn-of", "Berta to move");
    await click("review-seat-1");
    await until(() => expect(find("hand-value")).not.toBeNull());
    await see("turn-of", "Berta to move");
    expect(find("part")).toBeNull();
  });

  it("is cancelled, started again and kept", async () => {
    const address = await finished();
    answerWith((effort) => (effort === "graph" ? DONE : STARTED));
    await openPage(address);
    await expectStage("decisions");
    await until(() => expect(find("review-graph")?.dataset["moments"]).toBe(`${MOMENTS.length}`));
    await click("review-cancel");
    await see("review-problem", "cancelled");
    answerWith(() => DONE);
    await click("review-again");
    await expectStage("done");
    answerWith(() => []);
    await openPage(address);
    await expectStage("done");
    await see("review-levels", "63 more decisions");
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import type { FromReviewer, ToReviewer } from "./messages";
import { ServerReviewer, withEngineKeys } from "./server-reviewer";

afterEach(() => vi.unstubAllGlobals());

const moment = { number: 0, chances: [{ value: 1, error: 0 }], decision: null };
const lines = [
  { type: "started", moments: 1 },
  { type: "moment", moment },
  { type: "done", review: { rules: { options: { hand_size: 3 } }, players: [{ error_rate: 2 }] } },
].map((message) => JSON.stringify(message) + "\n");

/** Answer with these parts of a body; return the messages of the review. */
async function reviewed(parts: string[], status = 200): Promise<FromReviewer[]> {
  const body = new Blob(parts).stream();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
  const reviewer = new ServerReviewer("t");
  const messages: FromReviewer[] = [];
  await new Promise<void>((resolve) => {
    reviewer.onmessage = ({ data }: MessageEvent<FromReviewer>) => {
      messages.push(data);
      if (data.type === "done" || data.type === "failed") resolve();
    };
    reviewer.postMessage({ type: "start", record: {} as never, effort: "decisions", seed: 0 });
  });
  return messages;
}

describe("a review by the server", () => {
  it("comes in the messages of the worker, wherever its lines are cut", async () => {
    const text = lines.join("");
    const review = {
      rules: { options: { hand_size: 3 } },
      players: [{ errorRate: 2 }],
      moments: [moment],
    };
    expect(await reviewed([text.slice(0, 50), text.slice(50)])).toEqual([
      { type: "started", moments: 1 },
      { type: "moment", moment },
      { type: "done", review },
    ]);
  });

  it("reports the cause of a failure", async () => {
    const unfinished = await reviewed(lines.slice(0, 2));
    expect(unfinished.at(-1)).toEqual({ type: "failed", problem: "server" });
    expect(await reviewed(["{}"], 429)).toEqual([{ type: "failed", problem: "failed" }]);
  });

  it("waits until the engine of the server is there", async () => {
    vi.useFakeTimers();
    const details = { seconds: 2 };
    const refused = { error: { code: "engine_preparing", message: "", details } };
    const answers = [
      new Response(JSON.stringify(refused), { status: 503 }),
      new Response(new Blob(lines).stream()),
    ];
    vi.stubGlobal("fetch", () => Promise.resolve(answers.shift()));
    const types: string[] = [];
    const done = new Promise<void>((resolve) => {
      const reviewer = new ServerReviewer("t");
      reviewer.onmessage = ({ data }: MessageEvent<FromReviewer>) => {
        types.push(data.type);
        if (data.type === "done" || data.type === "failed") resolve();
      };
      reviewer.postMessage({ type: "start", record: {} as never, effort: "decisions", seed: 0 });
    });
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(2500);
    vi.useRealTimers();
    await done;
    expect(types).toEqual(["started", "moment", "done"]);
  });

  it("finds no puzzles", () => {
    const answer = new Promise((resolve) => {
      const reviewer = new ServerReviewer("one");
      reviewer.onmessage = ({ data }) => resolve(data);
      reviewer.postMessage({
        type: "search",
        record: {},
        review: {},
        seat: 0,
      } as unknown as ToReviewer);
    });
    return expect(answer).resolves.toMatchObject({ type: "failed" });
  });

  it("has the keys of the engine", () => {
    expect(withEngineKeys({ only_move: [{ loss_error: null }] })).toEqual({
      onlyMove: [{ lossError: null }],
    });
  });
});

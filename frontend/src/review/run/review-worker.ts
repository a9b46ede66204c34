/** Worker that reviews matches, so that neither the page nor its tables wait. */
import { load, type Game, type MatchRecord } from "schwimmen";
import { once } from "../../api/once";
import type { FromReviewer, ReviewProblem, ToReviewer } from "./messages";

/** Time in milliseconds for computing before messages are received. */
const SLICE_MS = 50;

type Start = Extract<ToReviewer, { type: "start" }>;
type Search = Extract<ToReviewer, { type: "search" }>;
type Compare = Extract<ToReviewer, { type: "compare" }>;

/** Number of starts and cancellations; an older review stops. */
let latest = 0;

const send = (message: FromReviewer) => self.postMessage(message);
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

class Failure extends Error {
  readonly problem: ReviewProblem;

  constructor(problem: ReviewProblem, cause: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

const failing = (problem: ReviewProblem) => (cause: unknown) => {
  throw new Failure(problem, cause);
};

const loadEngine = once(() => load({ data: new URL("../engine-data/", self.location.href) }));

function matchOf(game: Game, record: MatchRecord) {
  try {
    return game.fromRecord(record);
  } catch (error) {
    return failing("record")(error);
  }
}

/** Return the engine and the match of a record, with all data for it. */
async function prepared(record: MatchRecord) {
  const game = await loadEngine().catch(failing("engine"));
  const match = matchOf(game, record);
  await game.prepare(match).catch(failing("data"));
  return { game, match };
}

async function review({ record, effort, seed }: Start): Promise<void> {
  const own = ++latest;
  const { game, match } = await prepared(record);
  if (own !== latest) return;
  send({ type: "started", moments: game.numberOfMoments(match) });
  const moments = game.review(match, { effort, seed });
  let since = performance.now();
  for (;;) {
    const next = moments.next();
    if (next.done) return send({ type: "done", review: next.value });
    send({ type: "moment", moment: next.value });
    if (performance.now() - since < SLICE_MS) continue;
    await nextTask();
    if (own !== latest) return;
    since = performance.now();
  }
}

async function search({ record, seat, seed }: Search): Promise<void> {
  const { game, match } = await prepared(record);
  send({ type: "puzzles", puzzles: [...game.puzzlesIn(match, { seat, seed })] });
}

async function compare({ rules, players, reviews }: Compare): Promise<void> {
  const game = await loadEngine().catch(failing("engine"));
  send({ type: "levels", levels: game.levelRange(rules, players, reviews) });
}

/** Return the work that a message asks for. */
function work(message: Start | Search | Compare): Promise<void> {
  if (message.type === "start") return review(message);
  return message.type === "search" ? search(message) : compare(message);
}

self.onmessage = ({ data }: MessageEvent<ToReviewer>) => {
  if (data.type === "cancel") {
    latest += 1;
    return;
  }
  work(data).catch((error: unknown) => {
    console.error(error);
    send({ type: "failed", problem: error instanceof Failure ? error.problem : "failed" });
  });
};

import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../api/http";
import type { NewDeviceTable } from "../../api/wire";
import { Handover, type HandoverResult, type HandoverStore, requestOf, UNREADABLE } from "./queue";
import type { Log } from "../table/log";

const STARTED = "2026-11-24T18:00:00.000+00:00";
const ENDED = "2026-11-24T18:09:00.500+00:00";

const log = (name = "Anna"): Log => [
  {
    type: "created",
    seq: 1,
    at: STARTED,
    rules_version: "1",
    preset: "pagat",
    options: { lives: 1 },
    seats: [
      { name, player: "device", face: "Theo-dusk-rust" },
      { name: "Fritz", level: "casual", character: "hasty" },
    ],
    dealer: 1,
  },
  { type: "round", seq: 2, at: STARTED, dealer: 1, pack: "7D 9H" },
  { type: "action", seq: 3, at: STARTED, seat: 1, action: "keep" },
  { type: "action", seq: 4, at: ENDED, seat: 0, action: "renew", shuffle: "AS KS" },
];

const refusal = (status: number, code: string, details = {}) =>
  new ApiError("refused", status, code, details);

/** Store in memory, in which a match without a log cannot be read. */
class Matches implements HandoverStore {
  readonly logs = new Map<string, Log | null>();
  readonly results = new Map<string, HandoverResult>();

  pending = () => Promise.resolve([...this.logs.keys()].filter((id) => !this.results.has(id)));
  match = (id: string) => {
    const found = this.logs.get(id) ?? null;
    return Promise.resolve(found && { log: found });
  };
  settle = (id: string, result: HandoverResult) => {
    this.results.set(id, result);
    return Promise.resolve();
  };
}

describe("the request for a match", () => {
  it("has the fields that the server needs, and no others of the log", () => {
    expect(requestOf({ log: log() })).toEqual({
      levels: [null, "casual"],
      started: STARTED,
      ended: ENDED,
      record: {
        format: "schwimmen-match/1",
        event: "schwimmen table",
        date: "2026-11-24",
        rules_version: "1",
        rules: { preset: "pagat", options: { lives: 1 } },
        players: ["Anna", "Fritz"],
        dealer: 1,
        rounds: [{ pack: "7D 9H", shuffles: ["AS KS"], actions: ["keep", "renew"] }],
      },
    });
  });

  it("has the number of hints in the record", () => {
    expect(requestOf({ log: log(), hints: 2 }).record).toMatchObject({ hints: 2 });
  });
});

describe("finished matches", () => {
  let store: Matches;
  let posted: NewDeviceTable[];
  let answers: (string | Error)[];
  let enabled: boolean;
  let now: number;
  let handover: Handover;

  const post = (match: NewDeviceTable) => {
    posted.push(match);
    const answer = answers.shift() ?? `t${posted.length}`;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ id: answer });
  };

  beforeEach(() => {
    store = new Matches();
    for (const id of ["a", "b", "c"]) store.logs.set(id, log(id));
    posted = [];
    answers = [];
    enabled = true;
    now = Date.parse(ENDED);
    handover = new Handover(
      store,
      post,
      () => enabled,
      () => now,
    );
  });

  const names = () => posted.map(({ record }) => (record["players"] as string[])[0]);

  it("are handed over once, oldest first", async () => {
    await handover.run();
    expect(names()).toEqual(["a", "b", "c"]);
    const at = new Date(now).toISOString();
    expect([...store.results]).toEqual([
      ["a", { at, table: "t1" }],
      ["b", { at, table: "t2" }],
      ["c", { at, table: "t3" }],
    ]);
    await handover.run();
    expect(posted).toHaveLength(3);
  });

  it("are handed over one at a time, by one run", async () => {
    await Promise.all([handover.run(), handover.run()]);
    expect(names()).toEqual(["a", "b", "c"]);
  });

  it("stay here while the setting is off", async () => {
    enabled = false;
    await handover.run();
    expect(posted).toEqual([]);
    enabled = true;
    store.settle = (id, result) => {
      enabled = false;
      store.results.set(id, result);
      return Promise.resolve();
    };
    await handover.run();
    expect(names()).toEqual(["a"]);
  });

  it.each([
    [422, "damaged_record"],
    [422, "bad_name"],
    [413, "too_large"],
  ])("are never sent again after a refusal (%i %s)", async (status, code) => {
    answers = [refusal(status, code)];
    await handover.run();
    await handover.run();
    expect(names()).toEqual(["a", "b", "c"]);
    expect(store.results.get("a")).toMatchObject({ refused: code });
  });

  it.each([
    [0, "unreachable"],
    [404, "not_found"],
    [403, "wrong_origin"],
    [503, "unavailable"],
  ])("wait for the next occasion if the server cannot judge them (%i %s)", async (status, code) => {
    answers = ["t1", refusal(status, code)];
    await handover.run();
    expect(names()).toEqual(["a", "b"]);
    await handover.run();
    expect(names()).toEqual(["a", "b", "b", "c"]);
  });

  it("wait as long as the server asks for", async () => {
    answers = [refusal(429, "too_many", { seconds: 60 })];
    await handover.run();
    now += 59_999;
    await handover.run();
    expect(names()).toEqual(["a"]);
    now += 1;
    await handover.run();
    expect(names()).toEqual(["a", "a", "b", "c"]);
  });

  it("are passed over if this device cannot read them", async () => {
    store.logs.set("a", null);
    await handover.run();
    expect(names()).toEqual(["b", "c"]);
    expect(store.results.get("a")).toMatchObject({ refused: UNREADABLE });
  });

  it("are tried again after the storage failed", async () => {
    const { settle } = store;
    store.settle = () => Promise.reject(new Error("full"));
    await expect(handover.run()).rejects.toThrow("full");
    store.settle = settle;
    await handover.run();
    expect(names()).toEqual(["a", "a", "b", "c"]);
  });
});

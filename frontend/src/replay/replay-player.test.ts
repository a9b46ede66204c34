import { describe, expect, it, vi } from "vitest";
import type { TableEvent, View } from "../api/wire";
import { happening, seatView, view } from "../table/fixtures";
import { LAST, ReplayPlayer } from "./replay-player.svelte";
import { ReplayedRound } from "./replayed-round";

const DEAL: TableEvent = {
  seq: 1,
  at: "",
  type: "round",
  seat: null,
  action: null,
  round: 1,
  history: [],
  result: null,
  acted_by: null,
  reason: null,
  requested_by: null,
  rematch: null,
};

/** Return a step's view, which has no history. */
function openView(parts: Partial<View> = {}) {
  const { history: _, ...rest } = view(parts);
  return rest;
}

/** Return a round with these views. */
function round(rounds: number, events: TableEvent[], views: readonly Partial<View>[]) {
  const sent = vi.fn(async (step: number) => ({ view: openView(views[step]), own: {} }));
  return new ReplayedRound(rounds, events, sent);
}

/** Return a player for rounds of the given lengths, and the list of rounds that it loads. */
function match(...lengths: number[]) {
  const loaded: number[] = [];
  const decoded: number[] = [];
  const load = async (number: number): Promise<ReplayedRound> => {
    loaded.push(number);
    const length = lengths[number - 1];
    if (length === undefined) throw new Error("no such round");
    const events = Array.from({ length }, (_, n) => ({
      ...DEAL,
      seq: 10 * number + n,
      round: number,
      history: n === 0 ? [] : [happening("pass", { seat: n - 1 })],
    }));
    return new ReplayedRound(lengths.length, events, async (step) => {
      decoded.push(step);
      return { view: openView({ number, turns: step }), own: {} };
    });
  };
  return { player: new ReplayPlayer(load), loaded, decoded };
}

const at = ({ round, step }: ReplayPlayer) => [round, step];

describe("a replay", () => {
  it("goes through every step of every round, and back", async () => {
    const { player, loaded } = match(3, 1, 2);
    await player.go(1);
    const forward = [at(player)];
    while (!player.atEnd) {
      await player.next();
      forward.push(at(player));
    }
    expect(forward).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
      [2, 0],
      [3, 0],
      [3, 1],
    ]);
    const back = [at(player)];
    while (!player.atStart) {
      await player.previous();
      back.push(at(player));
    }
    expect(back).toEqual(forward.toReversed());
    expect(loaded).toEqual([1, 2, 3]); // each round is loaded once
    expect(player.current?.event.seq).toBe(10);
  });

  it("jumps by rounds: to a beginning, and from the last round to its end", async () => {
    const { player } = match(3, 4);
    await player.go(1, 1);
    await player.nextRound();
    expect(at(player)).toEqual([2, 0]);
    await player.nextRound();
    expect(at(player)).toEqual([2, 3]);
    await player.previousRound();
    expect(at(player)).toEqual([2, 0]);
    await player.previousRound();
    expect(at(player)).toEqual([1, 0]);
    await player.previousRound();
    expect(at(player)).toEqual([1, 0]);
  });

  it("stays within a round for any step", async () => {
    const { player } = match(3);
    await player.go(1, 99);
    expect(at(player)).toEqual([1, 2]);
    await player.go(1, LAST);
    expect(at(player)).toEqual([1, 2]);
    await player.go(1, -7);
    expect(at(player)).toEqual([1, 0]);
  });

  it("stops at the end, and starts again from there", async () => {
    const { player } = match(2);
    await player.go(1);
    await player.toggle();
    await player.next();
    expect([player.running, player.atEnd]).toEqual([true, true]);
    await player.next();
    expect(player.running).toBe(false);
    await player.toggle();
    expect([player.running, player.step]).toEqual([true, 0]);
    await player.toggle();
    expect(player.running).toBe(false);
  });

  it("keeps its position if a round cannot be loaded, and has the error", async () => {
    const { player } = match(2);
    await player.go(1);
    await player.go(5);
    expect(at(player)).toEqual([1, 0]);
    expect(player.problem).toBeInstanceOf(Error);
    await player.go(1, 1);
    expect(player.problem).toBeNull();
  });

  it("shows the last request, in whatever order they are answered", async () => {
    let slow: (round: ReplayedRound) => void = () => {};
    const other = round(3, [DEAL], [{}]);
    const player = new ReplayPlayer((number) =>
      number === 1 ? new Promise((resolve) => (slow = resolve)) : Promise.resolve(other),
    );
    const first = player.go(1);
    await player.go(2);
    slow(other);
    await first;
    expect(player.round).toBe(2);
  });

  it("has at every step the events of the round so far", async () => {
    const { player } = match(4, 2);
    const historySeats = () => player.current?.view.history.map(({ seat }) => seat);
    await player.go(1);
    expect(historySeats()).toEqual([]);
    await player.go(1, LAST);
    expect(historySeats()).toEqual([0, 1, 2]);
    expect(player.current?.event.history.map(({ seat }) => seat)).toEqual([2]);
    await player.go(1, 1);
    expect(historySeats()).toEqual([0]);
    await player.go(2, 1);
    expect(historySeats()).toEqual([0]);
    expect(player.current?.view.seat).toBeNull();
  });

  it("decodes of a round of thousands of steps only the views that it shows", async () => {
    const { player, decoded } = match(8001);
    await player.go(1, LAST);
    expect([player.step, player.current?.view.turns]).toEqual([8000, 8000]);
    expect(player.current?.view.history).toHaveLength(8000);
    await player.previous();
    await player.next();
    expect(decoded).toEqual([8000, 7999, 8000]);
  });

  it("keeps the positions of cards", async () => {
    const views = [
      { table: ["TH", "8S", "7S"], seats: [seatView(0, { shown: ["KC", "9D", "7H"] })] },
      { table: ["8S", "KC", "7S"], seats: [seatView(0, { shown: ["9D", "7H", "TH"] })] },
    ];
    const player = new ReplayPlayer(async () => round(1, [DEAL, DEAL], views));
    await player.go(1);
    await player.next();
    expect(player.current?.view.table).toEqual(["KC", "8S", "7S"]);
    expect(player.current?.view.seats[0]?.shown).toEqual(["TH", "9D", "7H"]);
    await player.previous();
    expect(player.current?.view.table).toEqual(["TH", "8S", "7S"]);
  });
});

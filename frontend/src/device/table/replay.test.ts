import type { Game, Match } from "schwimmen";
import { wireView } from "schwimmen/wire";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { loadGame } from "../fixtures";
import { readRecord } from "../archive/record-file";
import { storyOf } from "./story";

let game: Game;

beforeAll(async () => {
  game = await loadGame();
});

afterEach(() => {
  vi.doUnmock("./wire-view");
  vi.resetModules();
});

/** Return a match whose first round lasts until a turn cap. */
function longMatch(game: Game, turns: number): Match {
  const options = { special: "none", fire: false, lives: 1, turn_cap: turns } as const;
  const match = game.match({ preset: "pagat", options, players: 3, seed: 1 });
  let chosen = 0;
  while (match.toAct !== null) {
    const plain = match.legalActions.filter((action) => !/!|close|pass/.test(action));
    match.play(plain[chosen++ % plain.length]!);
  }
  while (!match.over) {
    if (match.toAct === null) match.deal();
    match.play(match.legalActions.includes("close") ? "close" : match.legalActions[0]!);
  }
  return match;
}

it("has the views of the match at every step of every round", () => {
  const record = longMatch(game, 4).toRecord();
  const { replay } = readRecord(game, record);
  const match = game.fromRecord({ ...record, rounds: [] });
  for (const [place, { pack, actions }] of record.rounds.entries()) {
    match.deal(pack);
    let known = 0;
    for (const step of [...actions.keys(), actions.length]) {
      for (const seat of [null, 0, 1, 2]) {
        const found = replay.view(place + 1, step, seat);
        const whole = wireView(match, seat, { openHands: seat === null });
        expect({ ...found.view, ...found.own, history: whole.history }).toEqual(whole);
      }
      const { number, history, result } = wireView(match, null);
      const event = replay.events(place + 1)[step]!;
      expect(event).toMatchObject({ round: number, history: history.slice(known), result });
      known = history.length;
      if (step < actions.length) match.play(actions[step]!);
    }
  }
});

it("decodes one view for the events of a round, however long it is, and one for each step", async () => {
  vi.resetModules(); // files that have run in this process may have loaded the real one
  vi.doMock("./wire-view", async (original) => {
    const real = await original<typeof import("./wire-view")>();
    return { ...real, viewParts: vi.fn(real.viewParts) };
  });
  const { viewParts } = await import("./wire-view");
  const { readRecord } = await import("../archive/record-file");
  const game = await (await import("../fixtures")).loadGame();
  const decoded = [20, 40].map((turns) => {
    const match = longMatch(game, turns);
    vi.mocked(viewParts).mockClear();
    const { replay } = readRecord(game, match.toRecord());
    expect(replay.events(1)).toHaveLength(3 * turns + 2);
    replay.events(1);
    replay.view(1, 3 * turns, 0);
    return vi.mocked(viewParts).mock.calls.length;
  });
  expect(decoded).toEqual([2, 2]);
});

it("has the story of a match that is over, and refuses other rounds", () => {
  const match = longMatch(game, 4);
  const { replay } = readRecord(game, match.toRecord());
  expect(storyOf(replay.steps).closings).not.toBeNull();
  expect(() => replay.events(replay.rounds + 1)).toThrow(
    expect.objectContaining({ code: "no_such_round" }),
  );
});

import type { Game, MatchRecord, Preset } from "schwimmen";
import { beforeAll, expect, it } from "vitest";
import { loadGame } from "../fixtures";
import { readRecord } from "./record-file";

let game: Game;

beforeAll(async () => {
  game = await loadGame();
});

/** Return a record of a match in which some actions have been played. */
function played(preset: Preset, actions: number, options = {}): MatchRecord {
  const match = game.match({ preset, options, players: ["Anna", "Bert", "Cleo"], seed: 5 });
  for (let n = 0; n < actions && !match.over; n++) {
    if (match.toAct === null) match.deal();
    else match.play(match.legalActions[n % match.legalActions.length] ?? "");
  }
  return match.toRecord({ date: "2026-11-25", event: "Stammtisch" });
}

it("has the table and all rounds", () => {
  const record = played("pagat", 1000, { lives: 1 });
  const { info, replay } = readRecord(game, JSON.stringify(record));
  expect(info).toMatchObject({ phase: "over", created: "2026-11-25" });
  expect(info.rules).toMatchObject({ preset: "pagat", options: { lives: 1 } });
  expect(info.seats.map(({ name }) => name)).toEqual(["Anna", "Bert", "Cleo"]);
  expect(replay.rounds).toBe(record.rounds.length);
  record.rounds.forEach(({ actions }, place) => {
    const [deal, ...others] = replay.events(place + 1);
    expect([deal?.type, others.map(({ action }) => action)]).toEqual(["round", actions]);
  });
  expect(readRecord(game, record).info).toEqual(info);
});

it("has names that reorder no text around them", () => {
  const record = { ...played("pagat", 2), players: ["\u202eannA", "Bert\u2069", "Cleo"] };
  const { info } = readRecord(game, JSON.stringify(record));
  expect(info.seats.map(({ name }) => name)).toEqual(["annA", "Bert", "Cleo"]);
});

it("shows a match that is not over, with hands open", () => {
  const { info, replay } = readRecord(game, JSON.stringify(played("dutch", 2)));
  expect([info.phase, replay.match.over]).toEqual(["playing", false]);
  const { view } = replay.view(1, 0, null);
  expect(view.seats.map(({ shown }) => shown?.length)).toEqual([3, 3, 3]);
});

it("plays the shuffles of the record", () => {
  const match = game.match({ preset: "choy", players: 4, seed: 1 });
  const shuffles = () => match.toRecord().rounds[0]?.shuffles ?? [];
  while (match.toAct !== null && shuffles().length < 2) {
    const [first = ""] = match.legalActions;
    match.play(match.legalActions.includes("renew") ? "renew" : first);
  }
  const record = match.toRecord();
  const { replay } = readRecord(game, JSON.stringify(record));
  expect(record.rounds[0]?.shuffles).toHaveLength(2);
  expect(replay.events(1)).toHaveLength(1 + record.rounds[0]!.actions.length);
});

it.each([
  ["{", "bad_json"],
  ['{"format": 1, "format": 2}', "double_key"],
  ['{"format": "chess/1"}', "foreign_record"],
  ['{"format": "schwimmen-match/2"}', "newer_record"],
  [`"${"x".repeat(5_000_000)}"`, "too_long"],
])("refuses a text by code", (text, code) => {
  expect(() => readRecord(game, text)).toThrow(expect.objectContaining({ code }));
});

it("refuses a match without a round, and one that breaks the rules, with its place", () => {
  const record = played("pagat", 5);
  const empty = JSON.stringify({ ...record, rounds: [] });
  expect(() => readRecord(game, empty)).toThrow(expect.objectContaining({ code: "no_round" }));
  record.rounds[0]!.actions[1] = "all!!";
  const place = {
    code: "illegal_action",
    details: expect.objectContaining({ round: 1, action: 2 }),
  };
  expect(() => readRecord(game, JSON.stringify(record))).toThrow(expect.objectContaining(place));
});

import type { Game, MatchRecord, Preset } from "schwimmen";
import { beforeAll, expect, it } from "vitest";
import { loadGame } from "../fixtures";
import { readRecordFile } from "./record-file";

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

it("has the table, all rounds, the story and the whole record", () => {
  const record = played("pagat", 1000, { lives: 1 });
  const file = readRecordFile(game, JSON.stringify(record));
  expect(file.info).toMatchObject({ phase: "over", created: "2026-11-25" });
  expect(file.info.rules).toMatchObject({ preset: "pagat", options: { lives: 1 } });
  expect(file.info.seats.map(({ name }) => name)).toEqual(["Anna", "Bert", "Cleo"]);
  expect(file.record).toEqual(record);
  expect(file.story()).not.toBeNull();
  record.rounds.forEach(({ actions }, place) => {
    const { round, rounds, changes } = file.replay(place + 1);
    expect([round, rounds]).toEqual([place + 1, record.rounds.length]);
    expect(changes).toHaveLength(actions.length);
  });
});

it("has names that reorder no text around them", () => {
  const record = { ...played("pagat", 2), players: ["\u202eannA", "Bert\u2069", "Cleo"] };
  const file = readRecordFile(game, JSON.stringify(record));
  expect(file.info.seats.map(({ name }) => name)).toEqual(["annA", "Bert", "Cleo"]);
  expect(file.record).toEqual(record);
});

it("shows a match that is not over, with hands open", () => {
  const file = readRecordFile(game, JSON.stringify(played("dutch", 2)));
  expect(file.info.phase).toBe("playing");
  expect(file.story()).toBeNull();
  expect(file.replay(1).first.view.seats.map(({ shown }) => shown?.length)).toEqual([3, 3, 3]);
});

it("plays the shuffles of the record", () => {
  const match = game.match({ preset: "choy", players: 4, seed: 1 });
  const shuffles = () => match.toRecord().rounds[0]?.shuffles ?? [];
  while (match.toAct !== null && shuffles().length < 2) {
    const [first = ""] = match.legalActions;
    match.play(match.legalActions.includes("renew") ? "renew" : first);
  }
  const record = match.toRecord();
  const file = readRecordFile(game, JSON.stringify(record));
  expect(record.rounds[0]?.shuffles).toHaveLength(2);
  expect(file.replay(1).changes).toHaveLength(record.rounds[0]!.actions.length);
});

it.each([
  ["{", "bad_json"],
  ['{"format": 1, "format": 2}', "double_key"],
  ['{"format": "chess/1"}', "foreign_record"],
  ['{"format": "schwimmen-match/2"}', "newer_record"],
  [`"${"x".repeat(5_000_000)}"`, "too_long"],
])("refuses a text by code", (text, code) => {
  expect(() => readRecordFile(game, text)).toThrow(expect.objectContaining({ code }));
});

it("refuses a match without a round, and one that breaks the rules, with its place", () => {
  const record = played("pagat", 5);
  const empty = JSON.stringify({ ...record, rounds: [] });
  expect(() => readRecordFile(game, empty)).toThrow(expect.objectContaining({ code: "no_round" }));
  record.rounds[0]!.actions[1] = "all!!";
  const place = {
    code: "illegal_action",
    details: expect.objectContaining({ round: 1, action: 2 }),
  };
  expect(() => readRecordFile(game, JSON.stringify(record))).toThrow(
    expect.objectContaining(place),
  );
});

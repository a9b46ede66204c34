import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/http";
import { parsePairs, type FindContradictions, type Pair } from "../game/contradictions";
import { GameDraft } from "./game-draft.svelte";
import { setup } from "../game/fixtures";
import { defaultGame, fullOptions } from "../game/game";

const PAIR: Pair = ["hand_size", "fire"];

/** A server on which four cards and fire contradict each other. */
const find = vi.fn<FindContradictions>(async (game) => {
  const rules = fullOptions(setup, game);
  return rules["hand_size"] === 4 && rules["fire"] === true ? [PAIR] : [];
});

const newDraft = () => new GameDraft(setup, defaultGame(setup), "Anna", find);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  find.mockClear();
});

describe("a draft", () => {
  it("asks the server once about a burst of changes", async () => {
    const draft = newDraft();
    draft.setOption("lives", 4);
    draft.setOption("lives", 5);
    draft.setOption("hand_size", 4);
    await vi.runAllTimersAsync();
    expect(find.mock.calls[0]?.[0].options).toEqual({ lives: 5, hand_size: 4 });
    expect(draft.contradicting("fire")).toEqual(["hand_size"]);
    expect(draft.rejected).toBe(true);
  });

  it("offers repairs that the server accepts", async () => {
    const draft = newDraft();
    draft.setOption("hand_size", 4);
    await vi.runAllTimersAsync();
    expect(draft.verdict.repairs.map(({ kind }) => kind)).toEqual(["others", "back"]);
    const [others] = draft.verdict.repairs;
    if (others) draft.applyRepair(others);
    await vi.runAllTimersAsync();
    expect(draft.rejected).toBe(false);
    expect(draft.game.options).toEqual({ hand_size: 4, fire: false });
  });

  it("drops an outdated answer", async () => {
    let answer: (pairs: Pair[]) => void = () => {};
    find.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const draft = newDraft();
    draft.setOption("hand_size", 4);
    await vi.advanceTimersByTimeAsync(1000);
    draft.setOption("hand_size", 3);
    answer([PAIR]);
    await vi.runAllTimersAsync();
    expect(draft.rejected).toBe(false);
    expect(draft.verdict.checking).toBe(false);
  });

  it("forgets a contradiction as soon as one of its options changes", async () => {
    const draft = newDraft();
    draft.setOption("hand_size", 4);
    await vi.runAllTimersAsync();
    draft.setOption("lives", 7);
    expect(draft.rejected).toBe(true);
    draft.setOption("fire", false);
    expect(draft.rejected).toBe(false);
  });

  it("stays valid if the server does not answer", async () => {
    find.mockRejectedValueOnce(new ApiError("", 0, "unreachable"));
    const draft = newDraft();
    draft.setOption("lives", 4);
    await vi.runAllTimersAsync();
    expect(draft.rejected).toBe(false);
  });

  it("shows an error that names no options", async () => {
    find.mockRejectedValueOnce(new ApiError("no such thing", 422, "invalid"));
    const draft = newDraft();
    draft.setOption("lives", 4);
    await vi.runAllTimersAsync();
    expect(draft.verdict.problem).toBe("no such thing");
    expect(draft.rejected).toBe(true);
  });

  it("remembers the changed options of each variant", async () => {
    const draft = newDraft();
    draft.setOption("lives", 4);
    draft.chooseVariant("dutch");
    expect(draft.changed).toEqual([]);
    draft.chooseVariant("pagat");
    expect(draft.rules["lives"]).toBe(4);
    draft.reset();
    expect(draft.changed).toEqual([]);
    await vi.runAllTimersAsync();
  });

  it("never seats an opponent with the player's name", async () => {
    const draft = newDraft();
    draft.setPlayerName("Otto");
    draft.setOpponentCount(7);
    expect(draft.game.opponents).toHaveLength(7);
    expect(draft.game.opponents.map(({ name }) => name)).not.toContain("Otto");
    draft.setPlayerName("Berta");
    draft.chooseVariant("choy");
    expect(draft.game.opponents.map(({ name }) => name)).not.toContain("Berta");
    await vi.runAllTimersAsync();
  });

  it("resets all levels to the first opponent's", () => {
    const draft = newDraft();
    draft.setLevelPerOpponent(true);
    draft.chooseBot("greedy", 0);
    draft.chooseBot("random", 1);
    draft.setLevelPerOpponent(false);
    expect(draft.game.opponents.map(({ level }) => level)).toEqual(["greedy", "greedy", "greedy"]);
  });
});

describe("the pairs of an error", () => {
  it("are parsed, malformed ones skipped", () => {
    expect(parsePairs({ pairs: [["a", "b"], ["c"], 7, ["d", 1]] })).toEqual([["a", "b"]]);
    for (const details of [null, 7, {}, { pairs: 3 }]) expect(parsePairs(details)).toEqual([]);
  });
});

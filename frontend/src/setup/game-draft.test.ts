import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/http";
import { parsePairs, type FindContradictions, type Pair } from "./contradictions";
import { GameDraft } from "./game-draft.svelte";
import { setup } from "./fixtures";
import { defaultGame, fullOptions } from "./game";

const CLASH: Pair = ["hand_size", "fire"];

/** Four cards and fire do not go together. */
const ask = vi.fn<FindContradictions>(async (game) => {
  const rules = fullOptions(setup, game);
  return rules["hand_size"] === 4 && rules["fire"] === true ? [CLASH] : [];
});

const drafted = () => new GameDraft(setup, defaultGame(setup), "Anna", ask);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  ask.mockClear();
});

describe("a draft", () => {
  it("asks the server once for a burst of changes, and for the last of them", async () => {
    const draft = drafted();
    draft.set("lives", 4);
    draft.set("lives", 5);
    draft.set("hand_size", 4);
    await vi.runAllTimersAsync();
    expect(ask.mock.calls[0]?.[0].options).toEqual({ lives: 5, hand_size: 4 });
    expect(draft.against("fire")).toEqual(["hand_size"]);
    expect(draft.clashes).toBe(true);
  });

  it("offers ways out that the server takes", async () => {
    const draft = drafted();
    draft.set("hand_size", 4);
    await vi.runAllTimersAsync();
    expect(draft.verdict.repairs.map(({ kind }) => kind)).toEqual(["others", "back"]);
    const [others] = draft.verdict.repairs;
    if (others) draft.mend(others);
    await vi.runAllTimersAsync();
    expect(draft.clashes).toBe(false);
    expect(draft.game.options).toEqual({ hand_size: 4, fire: false });
  });

  it("drops an answer that comes too late", async () => {
    let answer: (pairs: Pair[]) => void = () => {};
    ask.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const draft = drafted();
    draft.set("hand_size", 4);
    await vi.advanceTimersByTimeAsync(1000);
    draft.set("hand_size", 3);
    answer([CLASH]);
    await vi.runAllTimersAsync();
    expect(draft.clashes).toBe(false);
    expect(draft.verdict.asking).toBe(false);
  });

  it("does not hold on to what was said of an option that has changed", async () => {
    const draft = drafted();
    draft.set("hand_size", 4);
    await vi.runAllTimersAsync();
    draft.set("lives", 7);
    expect(draft.clashes).toBe(true);
    draft.set("fire", false);
    expect(draft.clashes).toBe(false);
  });

  it("is no worse for a server that does not answer", async () => {
    ask.mockRejectedValueOnce(new ApiError("", 0, "unreachable"));
    const draft = drafted();
    draft.set("lives", 4);
    await vi.runAllTimersAsync();
    expect(draft.clashes).toBe(false);
  });

  it("passes on a refusal that names no options", async () => {
    ask.mockRejectedValueOnce(new ApiError("no such thing", 422, "invalid"));
    const draft = drafted();
    draft.set("lives", 4);
    await vi.runAllTimersAsync();
    expect(draft.verdict.problem).toBe("no such thing");
    expect(draft.clashes).toBe(true);
  });

  it("remembers what was changed of each variant", async () => {
    const draft = drafted();
    draft.set("lives", 4);
    draft.choose("dutch");
    expect(draft.changed).toEqual([]);
    draft.choose("pagat");
    expect(draft.rules["lives"]).toBe(4);
    draft.reset();
    expect(draft.changed).toEqual([]);
    await vi.runAllTimersAsync();
  });

  it("never seats somebody of the player's name", async () => {
    const draft = drafted();
    draft.call("Otto");
    draft.seat(7);
    expect(draft.game.opponents).toHaveLength(7);
    expect(draft.game.opponents.map(({ name }) => name)).not.toContain("Otto");
    draft.call("Berta");
    draft.choose("choy");
    expect(draft.game.opponents.map(({ name }) => name)).not.toContain("Berta");
    await vi.runAllTimersAsync();
  });

  it("makes all levels equal again", () => {
    const draft = drafted();
    draft.levelEach(true);
    draft.level("greedy", 0);
    draft.level("random", 1);
    draft.levelEach(false);
    expect(draft.game.opponents.map(({ level }) => level)).toEqual(["greedy", "greedy", "greedy"]);
  });
});

describe("the pairs of a refusal", () => {
  it("are read as far as they can be", () => {
    expect(parsePairs({ pairs: [["a", "b"], ["c"], 7, ["d", 1]] })).toEqual([["a", "b"]]);
    for (const details of [null, 7, {}, { pairs: 3 }]) expect(parsePairs(details)).toEqual([]);
  });
});

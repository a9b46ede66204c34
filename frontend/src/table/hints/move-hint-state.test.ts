import type { Hint, Reason } from "schwimmen";
import { beforeEach, describe, expect, it, vi } from "vitest";
import reviewTexts from "virtual:texts/review/en";
import { ApiError } from "../../api/http";
import type { TableInfo } from "../../api/wire";
import { t } from "../../i18n";
import { reasonText } from "../../narration/reasons";
import type { PlayersAndRules } from "../../narration/text-context";
import { choice, event, view } from "../fixtures";
import { TableState } from "../table-state.svelte";
import { MoveHint } from "./move-hint.svelte";

const found: Hint = {
  seat: 0,
  actions: [
    {
      action: "pass",
      value: 0.5,
      error: 0.01,
      loss: 0,
      lossError: 0,
      leastLoss: 0,
      mostLoss: 0,
      grade: null,
      handValue: 24,
      closes: false,
      ends: null,
      over: false,
    },
  ],
  onlyMove: true,
  reasons: [],
};
const ask = vi.fn<(id: string, seq: number) => Promise<Hint | null>>();
const prepareHint = vi.fn<(id: string) => Promise<null>>();
const endHints = vi.fn<() => void>();

/** Return a table at the player's turn, after an event. */
function tableAt(id: string, seq: number): TableState {
  const table = new TableState(id);
  table.info = { rules: { all: { scoring: "lives" } }, seats: [] } as unknown as TableInfo;
  table.seat = 0;
  moveTo(table, seq, 0);
  return table;
}

function moveTo(table: TableState, seq: number, toAct: number) {
  table.events = [event({ seq })];
  table.view = view({ to_act: toAct, choices: toAct === 0 ? [choice("pass")] : [] });
}

const unnamed: PlayersAndRules = { playerName: () => ({ name: "", you: false }), info: null };
const hintOf = (table: TableState) => new MoveHint(table, { prepareHint, hint: ask, endHints });
const spoken = (table: TableState) => table.announcer.lines.map(({ words }) => words);

beforeEach(() => {
  ask.mockReset();
  endHints.mockReset();
  prepareHint.mockReset().mockResolvedValue(null);
  const saved = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, text: string) => saved.set(key, text),
  });
});

describe("the hint on request", () => {
  it("is shown and announced until it is dismissed or the decision is over", async () => {
    const table = tableAt("device.one", 5);
    const hint = hintOf(table);
    ask.mockResolvedValue(found);
    const asked = hint.ask();
    expect(hint.asking).toBe(true);
    await asked;
    expect(hint.asking).toBe(false);
    expect(ask.mock.calls).toEqual([["device.one", 5]]);
    expect(hint.texts.sentences).toEqual([
      "Pass and keep 24.",
      t.moveHint.first,
      "Everything else is a mistake.",
    ]);
    expect(hint.texts.numbers).toEqual(["Pass: chance to win 50%."]);
    expect(hint.choice?.action).toBe("pass");
    expect(spoken(table)).toEqual([`Hint: ${hint.texts.sentences.join(" ")}`]);

    hint.dismiss();
    expect([hint.texts.sentences, hint.choice]).toEqual([[], null]);
    await hint.ask();
    expect(hint.texts.sentences).toHaveLength(3);
    expect(ask).toHaveBeenCalledOnce();

    moveTo(table, 6, 1);
    expect([hint.texts.sentences, hint.choice, hint.available]).toEqual([[], null, false]);
    await hint.ask();
    expect(ask).toHaveBeenCalledOnce();
  });

  it("gives the main reason before the numbers", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] }); // the timer for the reasons never fires
    const hint = hintOf(tableAt("device.one", 5));
    const because = (code: Reason["code"], numbers: Reason["numbers"]): Reason => {
      return { code, share: 0.8, seat: null, cards: [], numbers };
    };
    const strong = because("strong_opponent", { value: 26.2, usualValue: 18 });
    const kept = because("kept_hand", { value: 25, beaten: 0.84 });
    ask.mockResolvedValue({ ...found, reasons: [strong, kept] });
    await hint.ask();
    expect(hint.texts.numbers).toEqual([
      reasonText(kept, unnamed, reviewTexts, t),
      "Pass: chance to win 50%.",
    ]);
    vi.useRealTimers();
  });

  it("says once in a match what it changes", async () => {
    ask.mockResolvedValue(found);
    for (const id of ["device.one", "device.two"]) {
      const table = tableAt(id, 5);
      const hint = hintOf(table);
      await hint.ask();
      expect(hint.texts.sentences).toContain(t.moveHint.first);
      moveTo(table, 7, 0);
      await hint.ask();
      expect(hint.texts.sentences).not.toContain(t.moveHint.first);
    }
  });

  it("is prepared once if the player has asked for hints before", async () => {
    const first = hintOf(tableAt("device.one", 5));
    first.prepare();
    expect(prepareHint).not.toHaveBeenCalled();
    ask.mockResolvedValue(found);
    await first.ask();
    const table = tableAt("device.two", 5);
    moveTo(table, 6, 1);
    const later = hintOf(table);
    later.prepare(); // another player's turn
    expect(prepareHint).not.toHaveBeenCalled();
    moveTo(table, 7, 0);
    later.prepare();
    later.prepare();
    expect(prepareHint.mock.calls).toEqual([["device.two"]]);
  });

  it("is dropped once the decision is over", async () => {
    const table = tableAt("device.one", 5);
    const hint = hintOf(table);
    let resolve = (_: Hint) => {};
    const late = new Promise<Hint>((fulfil) => (resolve = fulfil));
    ask.mockReturnValueOnce(late).mockRejectedValueOnce(new Error("late"));
    const first = hint.ask();
    moveTo(table, 8, 0);
    const second = hint.ask();
    resolve(found);
    moveTo(table, 9, 0);
    await Promise.all([first, second]);
    expect([hint.texts.sentences, spoken(table), table.notice]).toEqual([[], [], null]);
  });

  it.each([
    [new ApiError("", 400, "unreadable"), "could not be loaded"],
    [new ApiError("", 400, "rules_version"), "no hint for this match"],
  ])("says why there is none, and can be asked for again", async (error, words) => {
    const table = tableAt("device.one", 5);
    const hint = hintOf(table);
    ask.mockRejectedValueOnce(error).mockResolvedValueOnce(found);
    await hint.ask();
    expect(table.notice).toContain(words);
    await hint.ask();
    expect(hint.texts.sentences).toHaveLength(3);
  });

  it("is offered at tables on the device alone", async () => {
    const hint = hintOf(tableAt("AbCd", 5));
    expect([hint.offered, hint.available]).toEqual([false, false]);
    await hint.ask();
    hint.stop();
    expect(ask).not.toHaveBeenCalled();
    expect(endHints).not.toHaveBeenCalled();
    hintOf(tableAt("device.one", 5)).stop();
    expect(endHints).toHaveBeenCalledOnce();
  });
});

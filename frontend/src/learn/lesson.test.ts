import { beforeEach, describe, expect, it, vi } from "vitest";
import { choice, view } from "../table/fixtures";
import { actionOffer } from "../table/hand/move-selection";
import { lesson } from "./lesson.generated";
import { evaluate, parsePosition, PAUSE, STEPS, waitingTime, type StepId } from "./lesson";
import { loadTexts } from "./texts";
import { TutorialState } from "./tutorial.svelte";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => {});
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
});

/** Return the tutorial at a step, with the others' moves made. */
function at(step: StepId): TutorialState {
  stored.set("schwimmen.lesson", step);
  return new TutorialState(lesson);
}

/** Select the cards of an exchange and press a button. */
function exchange({ table }: TutorialState, given: string, taken: string, closes = false) {
  for (const card of [table.selection.given, table.selection.taken])
    if (card !== null) table.clearSelection();
  table.choose("given", given);
  table.choose("taken", taken);
  return table.act(closes ? "exchange!" : "exchange");
}

describe("the lesson", () => {
  it("has at most twelve steps, the aim first", () => {
    expect(STEPS.length).toBeLessThanOrEqual(12);
    expect(STEPS[0]).toBe("aim");
    expect([...lesson.steps.map(({ id }) => id), "end"]).toEqual([...STEPS]);
  });

  it("takes at most 90 seconds of tapping and waiting", () => {
    const TAP = 4000; // ms, for reading the text and the tap
    // An exchange takes a tap on each card and one on a button.
    const taps = lesson.steps.map(({ action }) => (action?.includes("x") ? 3 : 1));
    const tapping = taps.reduce((sum, n) => sum + n, 0) * TAP;
    expect(waitingTime(lesson)).toBe(6 * PAUSE);
    expect(waitingTime(lesson) + tapping).toBeLessThanOrEqual(90_000);
  });

  it("is at a table whose player may play the action of each step", () => {
    for (const { id, action } of lesson.steps) {
      const { table } = at(id);
      const playable = table.view?.choices.map((one) => one.action);
      if (action === "deal") expect(table.view?.phase).toBe("over");
      else if (action !== null) expect(playable).toContain(action);
    }
  });
});

describe("an attempt", () => {
  const choices = [
    choice("7SxTH", 19),
    choice("7SxTH!", 19),
    choice("9DxTH", 19),
    choice("9DxKC", 10),
    choice("take"),
  ];
  const tried = (action: string, expected = "7SxTH") => {
    const attempt = choices.find((one) => one.action === action);
    if (!attempt) throw new Error(`no choice ${action}`);
    return evaluate(view({ choices }), expected, attempt);
  };

  it("is compared with the action of the step", () => {
    expect(tried("7SxTH")).toEqual({ is: "right" });
    expect(tried("7SxTH!")).toEqual({ is: "early" });
    expect(tried("7SxTH", "7SxTH!")).toEqual({ is: "late" });
    expect(tried("9DxTH")).toEqual({ is: "same" });
    expect(tried("9DxKC")).toEqual({ is: "less", value: 10, best: 19 });
    expect(tried("take")).toEqual({ is: "unseen" });
  });
});

describe("the tutorial", () => {
  it("leads to the end by its moves", () => {
    const tutorial = new TutorialState(lesson);
    const seen: StepId[] = [];
    while (tutorial.step !== "end" && seen.length < STEPS.length) {
      seen.push(tutorial.step);
      vi.runAllTimers();
      const { table, task } = tutorial;
      const [given, taken] = task?.replace("!", "").split("x") ?? [];
      if (task === null) tutorial.next();
      else if (task === "deal") table.nextRound();
      else if (given && taken) exchange(tutorial, given, taken, task.endsWith("!"));
      else table.act("keep");
    }
    expect(tutorial.step).toBe("end");
    expect(seen).toEqual(STEPS.slice(0, -1));
  });

  it("leads to the end by skipping, and back to the beginning", () => {
    const tutorial = new TutorialState(lesson);
    for (let presses = 0; presses < 50 && tutorial.step !== "end"; presses++) tutorial.next();
    expect(tutorial.step).toBe("end");
    tutorial.next();
    expect(tutorial.step).toBe("end");
    tutorial.restart();
    expect(tutorial.step).toBe("aim");
    expect(tutorial.table.view).toMatchObject({ number: 1, phase: "over" });
  });

  it("shows the others' moves one after another, or at once for the impatient", () => {
    const tutorial = at("exchange");
    exchange(tutorial, "7S", "TH");
    expect(tutorial.step).toBe("watch");
    expect(tutorial.table.view).toMatchObject({ to_act: 1, value: 19 });
    expect(tutorial.playing).toBe(true);
    vi.advanceTimersByTime(PAUSE);
    expect(tutorial.table.view?.to_act).toBe(2);
    tutorial.next();
    expect(tutorial.table.view?.to_act).toBe(0);
    expect(tutorial.step).toBe("watch");
    vi.runAllTimers();
    expect(tutorial.table.view?.to_act).toBe(0);
  });

  it("explains a wrong attempt and waits for another", () => {
    const tutorial = at("exchange");
    expect(exchange(tutorial, "9H", "KC")).toBe(false);
    expect(tutorial.feedback).toMatchObject({ is: "less", value: 10, best: 19 });
    expect(tutorial.step).toBe("exchange");
    expect(exchange(tutorial, "7S", "TH")).toBe(true);
    expect(tutorial.feedback).toBeNull();
  });

  it("lets the table explain refusals", () => {
    const { table } = at("exchange");
    if (!table.view) throw new Error("no view");
    table.press(actionOffer(table.view, "exchange", table.selection));
    expect(table.notice).not.toBeNull();
  });

  it("asks to read on before a move", () => {
    const tutorial = at("worth");
    exchange(tutorial, "7S", "TH");
    expect(tutorial.feedback).toEqual({ is: "later" });
    expect(tutorial.table.view?.hand).toContain("7S");
  });

  it("goes back to the table of the step before", () => {
    const tutorial = at("close");
    const { hand } = tutorial.table.view ?? {};
    exchange(tutorial, "TH", "9C", true);
    tutorial.back();
    expect(tutorial.step).toBe("close");
    vi.runAllTimers();
    expect(tutorial.table.view?.hand.toSorted()).toEqual(hand?.toSorted());
  });

  it("continues after a reload at the same step", () => {
    const tutorial = at("dealer");
    tutorial.table.act("keep");
    vi.runAllTimers();
    const again = new TutorialState(lesson);
    expect(again.step).toBe("all");
    expect(again.table.view?.table.toSorted()).toEqual(tutorial.table.view?.table.toSorted());
  });

  it("starts again if the stored step is unknown", () => {
    for (const text of ["", "null", "pass", '{"step":"watch","frame":1}'])
      expect(parsePosition(text)).toBe("aim");
  });
});

describe("the texts", () => {
  it.each(["en", "de", "nl"] as const)("exist for every step (%s)", async (language) => {
    const texts = await loadTexts(language);
    for (const step of STEPS) {
      expect(texts.steps[step].title).not.toBe("");
      expect(texts.steps[step].say).toBeTruthy();
    }
  });
});

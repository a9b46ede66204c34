import { beforeEach, describe, expect, it, vi } from "vitest";
import { actionOffer, selectedExchange } from "../table/hand/move-selection";
import { lesson } from "./lesson.generated";
import {
  BUTTONS,
  evaluate,
  exchangedCards,
  kindOf,
  parsePosition,
  START,
  STEPS,
  TABLE_STEPS,
  type StepId,
} from "./lesson";
import { loadTexts } from "./texts";
import { TutorialState } from "./tutorial.svelte";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
});

/** Return the tutorial at a step, with the steps before it solved. */
function at(step: StepId): TutorialState {
  const tutorial = new TutorialState(lesson);
  while (tutorial.position.step !== step) {
    tutorial.show();
    tutorial.next();
  }
  return tutorial;
}

describe("the lesson", () => {
  it("has every step, in order", () => {
    expect(lesson.steps.map(({ id }) => id)).toEqual([...TABLE_STEPS]);
  });

  it("offers the solution of each step among its buttons", () => {
    for (const step of lesson.steps) {
      const view = step.frames[0]?.view;
      if (kindOf(step) !== "play" || !view || step.action === null) continue;
      const selection = exchangedCards(view, step.action);
      const offers = (BUTTONS[step.id] ?? []).map((kind) => actionOffer(view, kind, selection));
      expect(offers.map(({ choice }) => choice?.action)).toContain(step.action);
    }
  });
});

describe("an attempt", () => {
  const view = lesson.steps.find(({ id }) => id === "exchange")?.frames[0]?.view;
  if (!view) throw new Error("no first step");
  const attempt = (given: string, taken: string) => {
    const choice = selectedExchange(view.choices, { given, taken }, false);
    if (!choice) throw new Error(`${given} for ${taken} cannot be exchanged`);
    return evaluate(view, "7SxTH", choice);
  };

  it("is right, as good, or less", () => {
    expect(attempt("7S", "TH")).toEqual({ is: "right" });
    expect(attempt("9D", "TH")).toEqual({ is: "same" });
    expect(attempt("9H", "KC")).toEqual({ is: "less", value: 10, best: 19 });
  });
});

describe("the tutorial", () => {
  it("leads to the end by showing every solution, and back to the beginning", () => {
    const tutorial = at("end");
    expect(tutorial.isTask).toBe(false);
    tutorial.next();
    expect(tutorial.position.step).toBe("end");
    tutorial.restart();
    expect(tutorial.position).toEqual(START);
  });

  it("leads to the end by skipping every step", () => {
    const tutorial = new TutorialState(lesson);
    for (let presses = 0; presses < 100 && tutorial.position.step !== "end"; presses++)
      tutorial.next();
    expect(tutorial.position.step).toBe("end");
  });

  it("gives feedback on a wrong attempt and waits for another", () => {
    const tutorial = at("exchange");
    const view = tutorial.frame?.view;
    if (!view) throw new Error("no frame");
    tutorial.press(actionOffer(view, "exchange", tutorial.selection));
    expect(tutorial.feedback).toEqual({ is: "pair" });
    tutorial.choose("given", "9H");
    tutorial.choose("taken", "KC");
    tutorial.press(actionOffer(view, "exchange", tutorial.selection));
    expect(tutorial.feedback).toMatchObject({ is: "less" });
    expect(tutorial.isTask).toBe(true);
    tutorial.choose("given", "7S");
    tutorial.choose("taken", "TH");
    tutorial.press(actionOffer(view, "exchange", tutorial.selection));
    expect(tutorial.isTask).toBe(false);
    expect(tutorial.frame?.view.value).toBe(19);
  });

  it("keeps the selected cards for the step that plays them", () => {
    const tutorial = at("three");
    tutorial.choose("taken", "9C");
    tutorial.choose("given", "TH");
    expect(tutorial.isTask).toBe(false);
    tutorial.next();
    expect(tutorial.selection).toEqual({ given: "TH", taken: "9C" });
  });

  it("continues after a reload", () => {
    const tutorial = at("watch");
    tutorial.next();
    const again = new TutorialState(lesson);
    expect(again.position).toEqual(tutorial.position);
    expect(again.frame).toEqual(tutorial.frame);
  });

  it("starts again if the stored position is invalid", () => {
    for (const text of [
      "",
      "null",
      "[]",
      '{"step":"none","frame":0}',
      '{"step":"pass","frame":0.5}',
    ])
      expect(parsePosition(text)).toEqual(START);
    stored.set("schwimmen.lesson", '{"step":"watch","frame":99,"solved":false}');
    expect(new TutorialState(lesson).frame).not.toBeNull();
  });
});

describe("the texts", () => {
  it.each(["en", "de", "nl"] as const)("exist for every step (%s)", async (language) => {
    const texts = await loadTexts(language);
    for (const step of STEPS) {
      expect(texts[step].title).not.toBe("");
      expect(texts[step].say).not.toBe("");
    }
  });
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import { aimed, offer } from "../table/hand/move-selection";
import { lesson } from "./lesson.generated";
import {
  aimOf,
  BUTTONS,
  judge,
  kindOf,
  PLAYED,
  placeOf,
  START,
  STEPS,
  type StepId,
} from "./lesson";
import { loadTexts } from "./texts";
import { TutorialState } from "./tutorial.svelte";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});

/** Goes on until a step is reached, doing what is asked for on the way. */
function at(step: StepId): TutorialState {
  const tutor = new TutorialState(lesson);
  while (tutor.place.step !== step) {
    tutor.show();
    tutor.next();
  }
  return tutor;
}

describe("the lesson", () => {
  it("has every step, in order", () => {
    expect(lesson.steps.map(({ id }) => id)).toEqual([...PLAYED]);
  });

  it("offers what each step asks for, among its buttons", () => {
    for (const step of lesson.steps) {
      const view = step.frames[0]?.view;
      if (kindOf(step) !== "play" || !view || step.action === null) continue;
      const aim = aimOf(view, step.action);
      const offers = (BUTTONS[step.id] ?? []).map((kind) => offer(view, kind, aim));
      expect(offers.map(({ choice }) => choice?.action)).toContain(step.action);
    }
  });
});

describe("a try", () => {
  const view = lesson.steps.find(({ id }) => id === "exchange")?.frames[0]?.view;
  if (!view) throw new Error("no first step");
  const tried = (given: string, taken: string) => {
    const choice = aimed(view.choices, { given, taken }, false);
    if (!choice) throw new Error(`${given} for ${taken} cannot be exchanged`);
    return judge(view, "7SxTH", choice);
  };

  it("is right, as good, or less", () => {
    expect(tried("7S", "TH")).toEqual({ is: "right" });
    expect(tried("9D", "TH")).toEqual({ is: "same" });
    expect(tried("9H", "KC")).toEqual({ is: "less", value: 10, best: 19 });
  });
});

describe("the tutor", () => {
  it("leads to the end when everything is shown, and back to the beginning", () => {
    const tutor = at("end");
    expect(tutor.asks).toBe(false);
    tutor.next();
    expect(tutor.place.step).toBe("end");
    tutor.restart();
    expect(tutor.place).toEqual(START);
  });

  it("leads to the end when everything is skipped", () => {
    const tutor = new TutorialState(lesson);
    for (let presses = 0; presses < 100 && tutor.place.step !== "end"; presses++) tutor.next();
    expect(tutor.place.step).toBe("end");
  });

  it("answers a wrong try and waits for another", () => {
    const tutor = at("exchange");
    const view = tutor.frame?.view;
    if (!view) throw new Error("nothing to see");
    tutor.press(offer(view, "exchange", tutor.aim));
    expect(tutor.answer).toEqual({ is: "pair" });
    tutor.choose("given", "9H");
    tutor.choose("taken", "KC");
    tutor.press(offer(view, "exchange", tutor.aim));
    expect(tutor.answer).toMatchObject({ is: "less" });
    expect(tutor.asks).toBe(true);
    tutor.choose("given", "7S");
    tutor.choose("taken", "TH");
    tutor.press(offer(view, "exchange", tutor.aim));
    expect(tutor.asks).toBe(false);
    expect(tutor.frame?.view.value).toBe(19);
  });

  it("keeps the cards of an aim for the step that plays it", () => {
    const tutor = at("three");
    tutor.choose("taken", "9C");
    tutor.choose("given", "TH");
    expect(tutor.asks).toBe(false);
    tutor.next();
    expect(tutor.aim).toEqual({ given: "TH", taken: "9C" });
  });

  it("goes on where it was after a reload", () => {
    const tutor = at("watch");
    tutor.next();
    const again = new TutorialState(lesson);
    expect(again.place).toEqual(tutor.place);
    expect(again.frame).toEqual(tutor.frame);
  });

  it("begins anew where nothing sensible was kept", () => {
    for (const text of [
      "",
      "null",
      "[]",
      '{"step":"none","frame":0}',
      '{"step":"pass","frame":0.5}',
    ])
      expect(placeOf(text)).toEqual(START);
    kept.set("schwimmen.lesson", '{"step":"watch","frame":99,"solved":false}');
    expect(new TutorialState(lesson).frame).not.toBeNull();
  });
});

describe("its words", () => {
  it.each(["en", "de", "nl"] as const)("are there for every step (%s)", async (language) => {
    const texts = await loadTexts(language);
    for (const step of STEPS) {
      expect(texts[step].title).not.toBe("");
      expect(texts[step].say).not.toBe("");
    }
  });
});

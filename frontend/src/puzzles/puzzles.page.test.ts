import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { click, element, find, openPage, see, select, textOf, until } from "../../testing/page";
import { loadGame } from "../device/fixtures";
import { puzzleScene } from "../device/puzzles/puzzle-scene";
import { clearProgress } from "../device/puzzles/progress-store";
import {
  parsePuzzle,
  PRESETS,
  sharedWith,
  type Preset,
  type Puzzle,
} from "../device/puzzles/puzzle";

/** Number of answers until a failed puzzle comes back. */
const RETURN = 4;
const FOLDER = "/src/device/puzzles/data";
const pathOf = (preset: Preset) => `${FOLDER}/${sharedWith(preset)}.txt`;
const fileOf = (preset: Preset) => readFile(`.${pathOf(preset)}`, "utf8");

/** A server with the files of puzzles. */
const server = Object.fromEntries(
  PRESETS.map((preset) => [pathOf(preset), async () => new Response(await fileOf(preset))]),
);

/** Wait until the page shows a puzzle of a preset, and return it. */
async function shown(preset: Preset): Promise<Puzzle> {
  const lines = (await fileOf(preset)).trimEnd().split("\n");
  const puzzles = lines.map((line) => parsePuzzle(preset, line));
  return until(() => {
    const found = puzzles.find(({ id }) => id === find("puzzles")?.dataset["puzzle"]);
    if (!found) throw new Error(`no puzzle of ${preset} is shown`);
    return found;
  });
}

/** Play the best action of a puzzle, or another one. */
async function answer(puzzle: Puzzle, right: boolean): Promise<void> {
  const { actions } = puzzleScene(await loadGame(), puzzle, "Anna", []);
  const action = actions.find((_, place) => (puzzle.losses[place] === 0) === right);
  const [given, taken] = (action ?? "").replace("!", "").split("x");
  if (taken === undefined) return click(`act-${action?.replace("!", "-close")}`);
  await click(`hand-${given}`);
  await click(`table-${taken}`);
  await click(action?.endsWith("!") ? "act-exchange-close" : "act-exchange");
}

afterEach(clearProgress);

describe("the page with the puzzles", () => {
  it.each(PRESETS)("has some of %s, of the theme that is chosen", async (preset) => {
    const german = { server, settings: { language: "de" as const } };
    await openPage("/puzzles", german);
    await select("puzzle-preset", preset);
    await shown(preset);
    await select("puzzle-theme", "close");
    await until(async () => expect((await shown(preset)).themes).toContain("close"));
    await answer(await shown(preset), true);
    await see("puzzle-title", "der beste Zug");

    await openPage("/puzzles", german);
    expect((await shown(preset)).themes).toContain("close");
    await answer(await shown(preset), false);
    await see("puzzle-title", "besser");
  });

  it("asks a failed puzzle again, which is not rated then", async () => {
    const rating = () => textOf(find("puzzle-rating"));
    const goOn = async () => {
      const before = find("puzzles")?.dataset["puzzle"];
      await click("puzzle-next");
      await until(() => expect(find("puzzles")?.dataset["puzzle"]).not.toBe(before));
    };
    await openPage("/puzzles", { server });
    const failed = await shown("pagat");
    expect(rating()).toBe("800 to 2,200");
    await answer(failed, false);
    await see("puzzle-title", "better move");
    const afterFailure = rating();
    expect(afterFailure).not.toBe("800 to 2,200");
    await click("puzzle-show");
    for (let answered = 1; answered <= RETURN; answered++) {
      await goOn();
      const next = await shown("pagat");
      expect(next.id).not.toBe(failed.id);
      await answer(next, true);
      await see("puzzle-title", "is the best move");
      await see("puzzle-streak", `${answered}`);
    }
    const before = rating();
    expect(before).not.toBe(afterFailure);

    await openPage("/puzzles", { server });
    expect((await shown("pagat")).id).toBe(failed.id);
    await element("puzzle-again");
    await answer(failed, true);
    await see("puzzle-title", "is the best move");
    expect(rating()).toBe(before);
  });

  it("lets a wrong answer be corrected, which is not rated", async () => {
    await openPage("/puzzles", { server });
    const failed = await shown("pagat");
    await answer(failed, false);
    await see("puzzle-title", "better move");
    const rated = textOf(find("puzzle-rating"));
    expect(find("puzzle-actions")).toBeNull();
    expect(document.querySelector("[data-best]")).toBeNull();
    expect(find("puzzle-next")).toBeNull();
    await click("puzzle-retry");
    await see("puzzle-title", "your best move");
    expect(find("puzzle-retry")).toBeNull();
    await answer(failed, false);
    await see("puzzle-title", "better move");
    await click("puzzle-retry");
    await answer(failed, true);
    await see("puzzle-title", "is the best move");
    await element("puzzle-actions");
    await element("puzzle-next");
    expect(find("puzzle-show")).toBeNull();
    expect(textOf(find("puzzle-rating"))).toBe(rated);
    expect(textOf(find("puzzle-streak"))).toBe("0");
    await see("puzzle-progress", "0 of 1 solved");
  });

  it("shows the solution instead of a second try", async () => {
    await openPage("/puzzles", { server });
    const failed = await shown("pagat");
    const asks = () => textOf(document.body).includes("Choose one of your cards");
    expect(asks()).toBe(true);
    await answer(failed, false);
    await click("puzzle-retry");
    await click("puzzle-show");
    await see("puzzle-title", "better move");
    await element("puzzle-actions");
    await element("puzzle-next");
    expect(asks()).toBe(false);
  });

  it("teaches one topic after the other unless a theme is chosen", async () => {
    await openPage("/puzzles", { server });
    for (let solved = 0; solved < 5; solved++) {
      await see("puzzle-choice", `Theme 1 of 6: When to close, ${solved} of 5 solved`);
      await answer(await shown("pagat"), true);
      await click("puzzle-next");
    }
    await see("puzzle-choice", "Theme 2 of 6: Which cards, 0 of 5 solved");
    await select("puzzle-theme", "pass");
    await until(async () => expect((await shown("pagat")).themes).toContain("pass"));
    expect(textOf(find("puzzle-choice"))).not.toContain("of 6");
  });

  it("has the same puzzle all day, with its first result", async () => {
    await openPage("/puzzles?today", { server });
    const today = await shown("pagat");
    await see("puzzle-occasion", "Puzzle of the day");
    expect(textOf(find("puzzle-occasion"))).not.toContain("solved");
    await answer(today, true);
    await see("puzzle-occasion", ": solved");
    await click("puzzle-next");
    await until(() => expect(find("puzzle-occasion")).toBeNull());
    expect(location.search).toBe("");
    expect((await shown("pagat")).id).not.toBe(today.id);

    await openPage("/puzzles?today", { server });
    await see("puzzle-occasion", ": solved");
    expect((await shown("pagat")).id).toBe(today.id);
    await answer(today, false);
    await see("puzzle-title", "better move");
    await see("puzzle-occasion", ": solved");
  });

  it("shows no puzzle that comes after it is left", async () => {
    const dutch = `${FOLDER}/dutch.txt`;
    let arrive: ((response: Response) => void) | null = null;
    const late = () => new Promise<Response>((resolve) => (arrive = resolve));
    await openPage("/puzzles", { server: { ...server, [dutch]: late } });
    await answer(await shown("pagat"), true);
    await select("puzzle-preset", "dutch");
    await until(() => expect(arrive).not.toBeNull());
    await openPage("/");
    const warned = vi.spyOn(console, "warn");
    arrive!(new Response(await fileOf("dutch")));
    await new Promise((done) => setTimeout(done, 300));
    expect(warned.mock.calls).toEqual([]);
  });

  it("says if the puzzles cannot be loaded, and can be tried again", async () => {
    const some: Record<string, unknown> = {};
    await openPage("/puzzles", { server: some });
    await element("problem");
    Object.assign(some, server);
    find("problem")?.querySelector("button")?.click();
    await shown("pagat");
    expect(find("problem")).toBeNull();
  });
});

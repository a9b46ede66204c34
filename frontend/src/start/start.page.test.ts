import { describe, expect, it, vi } from "vitest";
import { saveDayResult, todaysDate } from "../puzzles/today";
import setup from "../game/setup.generated.json";
import { click, element, find, openPage, see, textOf } from "../../testing/page";

const withModule = (module_sources: string | null) => ({
  server: { "/api/setup": { ...setup, module_sources } },
});

describe("the start page", () => {
  it("says if its rules are older than their sources", async () => {
    await openPage("/", withModule("of other sources"));
    await see("engine-outdated", "make wasm");
  });

  it.each([MODULE_SOURCES, null])(
    "says nothing of a module that belongs to the server",
    async (sources) => {
      await openPage("/", withModule(sources));
      await element("daily-card");
      expect(find("engine-outdated")).toBeNull();
    },
  );

  it.each([
    ["en", "New here? Learn it in two minutes"],
    ["de", "Neu hier? Lern es in zwei Minuten"],
    ["nl", "Nieuw hier? Leer het in twee minuten"],
  ] as const)("leads newcomers to the tutorial in the language %s", async (language, text) => {
    await openPage("/", { settings: { language } });
    expect(textOf(await element("new-here"))).toBe(text);
    await click("new-here");
    expect(location.pathname).toBe("/learn");
  });

  it("takes players of a match for no newcomers", async () => {
    await openPage("/");
    await click("start-play");
    await element("table");
    await openPage("/");
    await element("start-play");
    expect(find("new-here")).toBeNull();
  });

  it("goes on with a match in progress first, and says how it stands", async () => {
    await openPage("/");
    await click("start-play");
    await element("table");
    const path = location.pathname;
    await openPage("/");
    await see("go-on-what", /against .*round 1 · [23] lives left/); // a 31 dealt costs one
    await see("start-play", "New match");
    await click("go-on");
    expect(location.pathname).toBe(path);
  });

  it("asks which match to play if Play is tapped before the lists of matches are read", async () => {
    await openPage("/");
    await click("start-play");
    await element("table");
    const path = location.pathname;
    const paints: FrameRequestCallback[] = []; // the lists are read after the first paint
    const held = vi
      .spyOn(globalThis, "requestAnimationFrame")
      .mockImplementation((paint) => paints.push(paint));
    await openPage("/");
    await click("start-play");
    held.mockRestore();
    for (const paint of paints) paint(0);
    await see("which", "A match is in progress");
    await click("which-go-on");
    expect(location.pathname).toBe(path);
  });

  it("offers another try at the mistake of the match reviewed last", async () => {
    const mistake = { table: "abc", preset: "pagat", moment: 12, round: 3, solved: false };
    localStorage.setItem("schwimmen.mistake", JSON.stringify(mistake));
    await openPage("/");
    await see("mistake", "round 3");
    expect((await element("mistake-try")).getAttribute("href")).toBe(
      "/t/abc/replay?review&practise=12",
    );
    localStorage.setItem("schwimmen.mistake", JSON.stringify({ ...mistake, solved: true }));
    await openPage("/");
    await element("daily-card");
    expect(find("mistake")).toBeNull();
  });

  it("shows the puzzle of the day, or how the try ended", async () => {
    await openPage("/");
    expect((await element("today-puzzle-open")).getAttribute("href")).toBe("/puzzles?today");
    saveDayResult(todaysDate(), "solved");
    await openPage("/");
    await see("today-puzzle", "Solved today");
    expect((await element("today-puzzle-open")).getAttribute("href")).toBe("/puzzles");
  });
});

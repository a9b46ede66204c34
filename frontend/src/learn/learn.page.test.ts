import { describe, expect, it } from "vitest";
import { isOwnChoice, storeTable } from "../../testing/device-tables";
import { click, element, find, openPage, see, textOf, until } from "../../testing/page";
import { router } from "../router/router.svelte";
import { saveProgress } from "../storage/lesson-progress";

/** Wait until the tutorial is at a step, and the others have moved. */
async function atStep(name: string): Promise<void> {
  await until(() => expect(find("tutorial")?.dataset["step"]).toBe(name));
  await until(() => expect(find("tutorial-step")?.dataset["playing"]).toBe("false"));
}

/** Expect the parts of the table at which the tutorial points. */
const expectPointed = (...ids: string[]) =>
  until(() => {
    const pointed = [...document.querySelectorAll<HTMLElement>("[data-pointed]")];
    expect(pointed.map((part) => part.dataset["testid"]).sort()).toEqual(ids.sort());
  });

/** Open the tutorial at its first move. */
async function openExchange(): Promise<void> {
  await openPage("/learn");
  await atStep("aim");
  await click("next-round");
  await atStep("worth");
  await click("tutorial-next");
  await atStep("exchange");
}

describe("the tutorial", () => {
  // The first test of the file: the result is loaded after the heading has been focused.
  it("is read from its heading on, beside a round that is over", async () => {
    await openPage("/learn");
    await element("next-round");
    expect(document.activeElement).toBe(document.querySelector("h1"));
  });

  it("is played at the real table", async () => {
    await openPage("/learn");
    await click("next-round");
    await atStep("worth");
    expect((await element("table")).dataset["myTurn"]).toBe("true");
    await see("seat-1", "Ida");
    await see("turn-of", "Your turn");
  });

  it("points at the element to press", async () => {
    await openPage("/learn");
    await expectPointed("next-round");
    await openExchange();
    await expectPointed("hand-7S", "table-TH");
    await click("hand-7S");
    await expectPointed("table-TH");
    await click("table-TH");
    await expectPointed("act-exchange");
  });

  it("explains a wrong move, which can be corrected", async () => {
    await openExchange();
    for (const id of ["hand-9H", "table-KC", "act-exchange"]) await click(id);
    await see("tutorial-amiss", "That would make 10");
    await see("warned", "That would make 10");
    expect(find("hand-7S")).not.toBeNull();
    for (const id of ["hand-9H", "table-KC"]) await click(id); // deselects both
    for (const id of ["hand-7S", "table-TH", "act-exchange"]) await click(id);
    await atStep("watch");
    await see("spoken", "From 9 to 19");
  });

  it("lets steps be skipped and repeated", async () => {
    await openPage("/learn");
    await element("tutorial-step");
    await until(() => {
      find("tutorial-next")?.click();
      expect(find("tutorial")?.dataset["step"]).toBe("end");
    });
    await click("tutorial-back");
    await atStep("swim");
    await click("next-round");
    await click("tutorial-restart");
    await atStep("aim");
    expect(textOf(find("showdown"))).toContain("Max loses a life");
  });

  it("goes on at the same step in a later visit", async () => {
    await openExchange();
    await openPage("/learn");
    await atStep("exchange");
  });

  it.each([
    ["en", "Back to the table"],
    ["de", "Zurück zum Tisch"],
    ["nl", "Terug naar de tafel"],
  ] as const)("ends with the way back to the table in the language %s", async (language, text) => {
    saveProgress("end");
    const id = await storeTable({ until: isOwnChoice });
    await openPage(`/t/${id}`, { settings: { language } });
    await element("act-keep");
    router.go("/learn");
    const back = await element("tutorial-table");
    expect(textOf(back)).toBe(text);
    expect(back.getAttribute("href")).toBe(`/t/${id}`);
  });

  it("ends with a match for those who come from elsewhere", async () => {
    saveProgress("end");
    await openPage("/");
    await element("start-play");
    router.go("/learn");
    await element("tutorial-rules");
    expect(find("tutorial-table")).toBeNull();
    await click("tutorial-play");
    await until(() => expect(location.pathname).toMatch(/^\/t\//));
    await element("table");
  });
});

import { describe, expect, it } from "vitest";
import { action, isOwnChoice, storeTable } from "../../../testing/device-tables";
import { click, element, find, gone, openPage, see, until, watch } from "../../../testing/page";

const atOwnChoice = () => storeTable({ until: isOwnChoice });

/** Open a table and make the first choice; return whether the coach spoke before. */
async function coached(id: string, settings = {}): Promise<boolean> {
  await openPage(`/t/${id}`, { settings: { pace: "instant", ...settings } });
  const seen = watch("coach");
  await click("act-keep");
  await gone("act-keep");
  return seen();
}

describe("the lines of the coach in a first match", () => {
  it("explain the first choice until it is made", async () => {
    await openPage(`/t/${await atOwnChoice()}`, { settings: { pace: "instant" } });
    await see("coach", "keep this hand");
    expect(find("coach")?.dataset["line"]).toBe("choice");
    await click("act-keep");
    await gone("coach");
  });

  it("explain a close in one round only", async () => {
    const id = await storeTable({
      until: (match) => match.toAct === 0 && match.legalActions.includes("close"),
    });
    await openPage(`/t/${id}`, { settings: { pace: "instant" } });
    const seen = new Set<string | undefined>();
    const observer = new MutationObserver(() => seen.add(find("coach")?.dataset["line"]));
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    for (const explained of [true, false]) {
      seen.clear();
      await until(() => {
        const ids = ["act-keep", "act-close", "act-pass"];
        ids
          .map(find)
          .find((one) => one?.getAttribute("aria-disabled") === "false")
          ?.click();
        expect(find("next-round")).not.toBeNull();
      });
      expect(seen.has("close")).toBe(explained);
      await click("next-round");
      await until(() => expect(find("showdown")).toBeNull());
    }
    observer.disconnect();
  });

  it("do not return after they were dismissed", async () => {
    const id = await atOwnChoice();
    await openPage(`/t/${id}`);
    await click("hint-dismiss");
    await gone("coach");
    expect(await coached(id)).toBe(false);
  });

  it("are not shown to players who have played, though the browser has forgotten it", async () => {
    await storeTable({ until: (match) => match.over, play: action("close") });
    expect(await coached(await atOwnChoice())).toBe(false);
  });

  it("can be switched off", async () => {
    expect(await coached(await atOwnChoice(), { coach: false })).toBe(false);
  });

  it("are shown again on request", async () => {
    expect(await coached(await atOwnChoice())).toBe(true);
    expect(await coached(await atOwnChoice())).toBe(false);
    await openPage("/settings");
    await click("setting-coach");
    await click("coach-again");
    expect(await element("setting-coach")).toHaveProperty("checked", true);
    await see("settings-status", "next match");
    expect(await coached(await atOwnChoice())).toBe(true);
  });
});

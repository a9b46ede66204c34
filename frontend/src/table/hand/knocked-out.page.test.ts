import { describe, expect, it } from "vitest";
import { action, storeTable } from "../../../testing/device-tables";
import { click, element, find, gone, openPage, see, textOf, until } from "../../../testing/page";

/** Open a table at which the player has just been knocked out of a match of five. */
async function open(): Promise<string> {
  const id = await storeTable({
    opponents: 4,
    options: { special: "none", lives: 1 },
    until: (match) => match.toAct === null && match.status?.[0] === "out" && !match.over,
    play: action("pass"),
  });
  await openPage(`/t/${id}`, { settings: { pace: "instant" } });
  await element("showdown");
  return id;
}

describe("a player who is out", () => {
  it("reads so in the headline, and goes under", async () => {
    await open();
    await see("outcome", "You are out.");
    expect(textOf(find("hand-of-0"))).toContain("goes under");
    expect(textOf(find("hand-of-0"))).not.toContain("life");
  });

  it("reads before that they swim", async () => {
    const id = await storeTable({
      opponents: 4,
      options: { special: "none", lives: 1 },
      until: (match) =>
        match.toAct === null && match.status?.[0] === "swimming" && match.results.length === 1,
      play: action("pass"),
    });
    await openPage(`/t/${id}`);
    await see("outcome", "You swim.");
  });

  it("can skip the rest of the match", async () => {
    await open();
    expect(find("match-over")).toBeNull();
    await click("skip");
    await element("match-over");
    await gone("skip");
  });

  it("can start a new match of the same game with one press", async () => {
    const id = await open();
    await click("new-match");
    await until(() => expect(location.pathname).not.toBe(`/t/${id}`));
    await element("seat-4");
    expect(find("seat-5")).toBeNull();
  });
});

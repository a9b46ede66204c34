import { describe, expect, it, vi } from "vitest";
import { action, countAudioContexts, storeTable } from "../../../testing/device-tables";
import { click, element, find, gone, openPage, textOf, until } from "../../../testing/page";

vi.mock("../../sound/synth", () => ({
  Synth: class {
    play() {}
  },
}));

/** Store a match whose last round is over. */
const finished = () =>
  storeTable({
    options: { special: "none", lives: 1 },
    until: (match) => match.over,
    play: action("close"),
  });

describe("the end of a match", () => {
  it("asks once for sounds, and makes none before", async () => {
    const contexts = countAudioContexts();
    await openPage(`/t/${await finished()}`);
    const question = await element("sound-question");
    await until(() =>
      expect(textOf(question.querySelector("[role=status]"))).toBe("Play with sound?"),
    );
    await click("sound-no");
    await gone("sound-question");
    expect(document.activeElement).toBe(find("showdown"));
    await openPage(`/t/${await finished()}`);
    await element("play-again");
    expect(find("sound-question")).toBeNull();
    expect(contexts()).toBe(0);
  });

  it("turns sounds on", async () => {
    const contexts = countAudioContexts();
    await openPage(`/t/${await finished()}`);
    await click("sound-yes");
    await gone("sound-question");
    expect(JSON.parse(localStorage.getItem("schwimmen.settings") ?? "")).toMatchObject({
      sound: true,
    });
    expect(contexts()).toBe(1);
  });

  it("does not ask players who have sounds", async () => {
    countAudioContexts();
    await openPage(`/t/${await finished()}`, { settings: { sound: true } });
    await element("play-again");
    expect(find("sound-question")).toBeNull();
  });

  it("tells the story of the match", async () => {
    await openPage(`/t/${await finished()}`);
    const story = await element("match-story");
    await until(() => expect(story.querySelectorAll("li").length).toBeGreaterThan(0));
    expect(story.querySelectorAll("li").length).toBeLessThanOrEqual(3);
  });
});

import { describe, expect, it } from "vitest";
import type { Story } from "../api/wire";
import { t } from "../i18n";
import { storyTexts, type StoryContext } from "./match-story";

const STORY: Story = {
  decided: 5,
  gain: { seat: 1, round: 4, before: 12, after: 30.5 },
  swim: { seats: [1, 0], count: 3 },
  closings: { seats: [2], count: 4 },
};
const NAMES = ["Anna", "Ben", "Cleo"];
const AT: StoryContext = {
  winners: [0],
  rounds: 8,
  options: {},
  playerName: (seat) => ({ name: NAMES[seat] ?? "", you: seat === 0 }),
};
const texts = (story: Partial<Story>, at: Partial<StoryContext> = {}) =>
  storyTexts({ ...STORY, ...story }, { ...AT, ...at }, t);

describe("the story of a match", () => {
  it("is the turning point, the largest gain and the longest swim", () => {
    expect(texts({})).toEqual([
      "Turning point: round 5. You led from there to the end.",
      "Biggest jump: Ben, from 12 to 30½ in round 4.",
      "Longest swim: Ben and you, 3 rounds.",
    ]);
  });

  it("has closings in place of a fact that the match does not have", () => {
    expect(texts({ swim: null }).at(-1)).toBe("Closed most often: Cleo, 4 times.");
    expect(texts({ decided: null, swim: null })).toHaveLength(2);
    expect(texts({ decided: null, gain: null, swim: null, closings: null })).toEqual([]);
  });

  it("says whether the winner led all the time, or won at the very end", () => {
    const others = { winners: [2] };
    expect(texts({ decided: 1 }, others)[0]).toBe("Cleo led from the first round to the last.");
    expect(texts({ decided: 8 }, others)[0]).toBe("Open to the end: round 8 decided it.");
  });

  it("speaks of the chicken in the Dutch game", () => {
    const swim = { seats: [1], count: 1 };
    const dutch = { options: { close_effect: "until_one_open" } };
    expect(texts({ swim }, dutch)[2]).toBe("Longest with the chicken: Ben, one round.");
  });
});

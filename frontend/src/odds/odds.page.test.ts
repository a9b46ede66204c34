import { describe, expect, it } from "vitest";
import { element, find, openPage, see, select } from "../../testing/page";

describe("the page with the odds", () => {
  it("shows the game and the hand that are chosen", async () => {
    await openPage("/odds?variant=dutch");
    expect(await element("odds-game")).toHaveProperty("value", "dutch");
    expect(find("odds-limits")?.querySelectorAll("tbody tr")).toHaveLength(4);
    await select("odds-players", "5");
    expect(location.search).toBe("?variant=dutch&players=5");
    await select("odds-hand", "28");
    await see("odds-lost", /With 28 points among 5 players, you lose \d+ of 100 rounds/);
    await select("odds-turn", "2");
    await see("odds-gains", "in your own turn 2");
  });

  it("has no dealer's choice in a game for points", async () => {
    await openPage("/odds?variant=choy&players=10", { settings: { language: "de" } });
    await see("odds-lost", /gewinnst du bei 10 Spielern \d+ von 100 Runden/);
    expect(find("odds-choice")).toBeNull();
    await select("odds-game", "pagat");
    expect(find("odds-players")).toHaveProperty("value", "4");
    expect(find("odds-choice")).not.toBeNull();
  });
});

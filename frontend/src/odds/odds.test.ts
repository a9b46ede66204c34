import { describe, expect, it } from "vitest";
import { axisMarks, gainBars, loadOdds, medianDeal, oddsOf, oddsPath } from "./odds";
import { parseOddsQuery, playersOf } from "./odds";

const file = await loadOdds();
const bar = (value: number) => ({ label: "", value, low: value, high: value });

describe("the odds", () => {
  it("exist for two players and more of every game", () => {
    for (const game of Object.keys(file.games)) {
      const players = playersOf(oddsOf(file, game));
      expect(players).toEqual(players.map((_, i) => i + 2));
      for (const n of players) expect(oddsOf(file, game).players[n]?.places).toHaveLength(n);
    }
    expect(oddsOf(file, "gamerules")).toBe(oddsOf(file, "pagat"));
  });

  it("are those that the address names, or the usual ones", () => {
    const shown = { game: "dutch", players: 3 };
    const query = oddsPath(shown).split("?")[1] ?? "";
    expect(parseOddsQuery(file, new URLSearchParams(query))).toEqual(shown);
    for (const text of ["", "variant=constructor", "variant=pagat&players=9", "players=2.5"])
      expect(parseOddsQuery(file, new URLSearchParams(text))).toEqual({
        game: "pagat",
        players: 4,
      });
  });

  it("have a median of dealt hands", () => {
    expect(
      medianDeal({
        deals: [
          [10, 1],
          [20, 2],
          [30, 1],
        ],
      }),
    ).toBe(20);
  });
});

describe("an axis", () => {
  it("encloses all values, with zero among its marks", () => {
    expect(axisMarks([bar(0), bar(97)])).toEqual([0, 50, 100]);
    expect(axisMarks([bar(-52), bar(9)])).toEqual([-60, -40, -20, 0, 20]);
    expect(axisMarks([])).toContain(0);
  });

  it("counts gains in the plot's unit", () => {
    expect(gainBars([[30.5, -120, 30]], 10)).toEqual([
      { label: "30½", value: -12, low: -15, high: -9 },
    ]);
  });
});

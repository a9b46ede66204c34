import { describe, expect, it } from "vitest";
import { roundResult, seatView } from "../fixtures";
import { resultRows, finalStanding } from "./showdown";

const lives = roundResult();

describe("the showdown", () => {
  it("lists the hands of the round, best first", () => {
    expect(resultRows(lives).map(({ seat }) => seat)).toEqual([3, 2, 0]);
  });

  it("marks the cards that count, or all if no suit does", () => {
    const [three, , last] = resultRows(lives);
    expect(three?.cards.every(({ counts }) => counts)).toBe(true);
    expect(last?.cards).toEqual([
      { card: "KC", counts: true },
      { card: "TC", counts: true },
      { card: "9D", counts: false },
    ]);
  });

  it("has each player's loss and status", () => {
    expect(resultRows(lives).at(-1)).toMatchObject({ lost: 1, lives: 0, status: "swimming" });
  });

  it("puts the loser of two equal hands last", () => {
    const tied = { ...lives, values: [27, null, 27, 30.5] };
    expect(resultRows(tied).map(({ seat }) => seat)).toEqual([3, 2, 0]);
  });

  it("has the totals of a game for points", () => {
    const points = roundResult({
      hands: ["AC KC QC JC", "AH KH QH 9H", "2S 2H 2D 2C"],
      values: [41, 40, 2],
      suits: ["C", "H", "C"],
      lost: null,
      lives: null,
      status: null,
      points: [41, -1, -39],
    });
    const totals = [10, 80, -39];
    expect(resultRows(points, totals).map(({ total }) => total)).toEqual([10, 80, -39]);
  });
});

describe("the final standing", () => {
  it("is by points, equal ones sharing a place", () => {
    const seats = [10, 80, 10, -39].map((total, seat) => seatView(seat, { total }));
    const places = finalStanding({ seats, winners: [1] }, []);
    expect(places.map(({ seat, place }) => [seat.seat, place])).toEqual([
      [1, 1],
      [0, 2],
      [2, 2],
      [3, 4],
    ]);
  });

  it("is by victory and then by rounds played in a game for lives", () => {
    const seats = [0, 1, 2, 3].map((seat) => seatView(seat, { status: "out" }));
    const round = (...hands: (string | null)[]) => ({ ...lives, hands });
    const rounds = [
      round("a", "b", "c", "d"),
      round("a", "b", null, "d"),
      round("a", "b", null, null),
    ];
    const places = finalStanding({ seats, winners: [1] }, rounds);
    expect(places.map(({ seat, place }) => [seat.seat, place])).toEqual([
      [1, 1],
      [0, 2],
      [3, 3],
      [2, 4],
    ]);
    const together = finalStanding({ seats, winners: [0, 1] }, rounds.slice(0, 1));
    expect(together.map(({ place }) => place)).toEqual([1, 1, 3, 3]);
  });
});

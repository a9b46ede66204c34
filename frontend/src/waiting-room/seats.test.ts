import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../api/wire";
import { person, settings } from "../table/people/fixtures";
import { peopleInNextRound, nextRoundWait } from "../table/people/people.svelte";
import { takeJoinOnArrival, joinOnArrival, lineUp, orderAfterSwap, seatPlaces } from "./seats";
import { seatView } from "../table/fixtures";

describe("what the match would begin with", () => {
  const two: SeatInfo[] = [person(0), person(2)];

  it("is people, and bots at the empty seats", () => {
    expect(lineUp(settings({ seats: 4 }), two)).toEqual({ people: 2, bots: 2, enough: true });
    expect(lineUp(settings({ seats: 4 }), [person(0)])).toMatchObject({ bots: 3, enough: true });
    expect(lineUp(settings({ seats: 4 }), [])).toMatchObject({ enough: false });
  });

  it("is people alone where no bots are wanted: two at least", () => {
    const alone = settings({ seats: 4, fill: false });
    expect(lineUp(alone, two)).toEqual({ people: 2, bots: 0, enough: true });
    expect(lineUp(alone, [person(0)])).toEqual({ people: 1, bots: 0, enough: false });
  });

  it("does not count who has not come yet", () => {
    const kept = [person(0), person(1, { invited: true })];
    expect(lineUp(settings({ seats: 2 }), kept)).toEqual({ people: 1, bots: 1, enough: true });
  });
});

describe("changing places", () => {
  const places = seatPlaces(settings({ seats: 4 }), [person(0), person(1), person(3)]);

  it("has one place for each seat", () => {
    expect(places.map(({ who }) => who?.seat ?? null)).toEqual([0, 1, null, 3]);
  });

  it("lets neighbours change over, or somebody move to a free seat, around the table", () => {
    expect(orderAfterSwap(places, 0, 1)).toEqual([1, 0, null, 3]);
    expect(orderAfterSwap(places, 1, 1)).toEqual([0, null, 1, 3]);
    expect(orderAfterSwap(places, 0, -1)).toEqual([3, 1, null, 0]);
    expect(orderAfterSwap(places, 3, 1)).toEqual([3, 1, null, 0]);
  });
});

describe("who is waited for between rounds", () => {
  const seats = [
    person(0),
    person(1),
    person(2, { away: "left" }),
    person(3, { level: "club" }),
    person(4),
    person(5),
  ];
  const views = seats.map(({ seat }) => seatView(seat, { status: seat === 4 ? "out" : "in" }));
  const lookers = peopleInNextRound(seats, views, [0, 1, 2, 4]);

  it("are people who are here, play on, and play themselves", () => {
    expect(lookers).toEqual([0, 1]);
  });

  it("include no one who has asked, and only they can ask", () => {
    expect(nextRoundWait(lookers, [], 0)).toEqual({ waiting: [0, 1], canAsk: true });
    expect(nextRoundWait(lookers, [0], 0)).toEqual({ waiting: [1], canAsk: false });
    expect(nextRoundWait(lookers, [], 4)).toEqual({ waiting: [0, 1], canAsk: false });
    expect(nextRoundWait([], [], 4)).toEqual({ waiting: [], canAsk: true });
    expect(nextRoundWait(lookers, [], null).canAsk).toBe(false);
  });
});

describe("coming along to the next table", () => {
  it("is remembered once, for that table", () => {
    joinOnArrival("t2");
    expect(takeJoinOnArrival("t1")).toBe(false);
    expect(takeJoinOnArrival("t2")).toBe(true);
    expect(takeJoinOnArrival("t2")).toBe(false);
  });
});

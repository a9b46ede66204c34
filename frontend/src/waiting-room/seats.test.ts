import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../api/wire";
import { person, settings } from "../table/people/fixtures";
import { peopleInNextRound, nextRoundWait } from "../table/people/people.svelte";
import {
  inviteOnArrival,
  joinOnArrival,
  lineUp,
  orderAfterSwap,
  seatPlaces,
  takeInviteOnArrival,
  takeJoinOnArrival,
} from "./seats";
import { seatView } from "../table/fixtures";

describe("the line-up of the match", () => {
  const two: SeatInfo[] = [person(0), person(2)];

  it("has bots at the empty seats", () => {
    expect(lineUp(settings({ seats: 4 }), two)).toEqual({
      people: 2,
      bots: 2,
      reserved: 0,
      enough: true,
    });
    expect(lineUp(settings({ seats: 4 }), [person(0)])).toMatchObject({ bots: 3, enough: true });
    expect(lineUp(settings({ seats: 4 }), [])).toMatchObject({ enough: false });
  });

  it("needs two people if bots are not allowed", () => {
    const alone = settings({ seats: 4, fill: false });
    expect(lineUp(alone, two)).toMatchObject({ people: 2, bots: 0, enough: true });
    expect(lineUp(alone, [person(0)])).toMatchObject({ people: 1, bots: 0, enough: false });
  });

  it("counts invited players who have not arrived neither as people nor as bots", () => {
    const seats = [person(0), person(1, { invited: true })];
    expect(lineUp(settings({ seats: 2 }), seats)).toEqual({
      people: 1,
      bots: 0,
      reserved: 1,
      enough: true,
    });
    expect(lineUp(settings({ seats: 4 }), seats)).toMatchObject({ bots: 2, reserved: 1 });
    const alone = settings({ seats: 2, fill: false });
    expect(lineUp(alone, seats)).toMatchObject({ bots: 0, reserved: 0, enough: false });
  });
});

describe("swapping seats", () => {
  const places = seatPlaces(settings({ seats: 4 }), [person(0), person(1), person(3)]);

  it("starts from one place for each seat", () => {
    expect(places.map(({ occupant }) => occupant?.seat ?? null)).toEqual([0, 1, null, 3]);
  });

  it("swaps neighbours or moves a player to a free seat, around the table", () => {
    expect(orderAfterSwap(places, 0, 1)).toEqual([1, 0, null, 3]);
    expect(orderAfterSwap(places, 1, 1)).toEqual([0, null, 1, 3]);
    expect(orderAfterSwap(places, 0, -1)).toEqual([3, 1, null, 0]);
    expect(orderAfterSwap(places, 3, 1)).toEqual([3, 1, null, 0]);
  });
});

describe("the wait for the next round", () => {
  const seats = [
    person(0),
    person(1),
    person(2, { away: "left" }),
    person(3, { level: "club" }),
    person(4),
    person(5),
  ];
  const views = seats.map(({ seat }) => seatView(seat, { status: seat === 4 ? "out" : "in" }));
  const players = peopleInNextRound(seats, views, [0, 1, 2, 4]);

  it("is for people who are present, still in the match and not replaced by a bot", () => {
    expect(players).toEqual([0, 1]);
  });

  it("prompts players who have not confirmed, and others only if no player is waited for", () => {
    expect(nextRoundWait(players, [], 0)).toEqual({ waiting: [0, 1], canAsk: true });
    expect(nextRoundWait(players, [0], 0)).toEqual({ waiting: [1], canAsk: false });
    expect(nextRoundWait(players, [], 4)).toEqual({ waiting: [0, 1], canAsk: false });
    expect(nextRoundWait([], [], 4)).toEqual({ waiting: [], canAsk: true });
    expect(nextRoundWait(players, [], null).canAsk).toBe(false);
  });
});

describe("following a rematch", () => {
  it("joins once, at that table", () => {
    joinOnArrival("t2");
    expect(takeJoinOnArrival("t1")).toBe(false);
    expect(takeJoinOnArrival("t2")).toBe(true);
    expect(takeJoinOnArrival("t2")).toBe(false);
  });

  it("invites friends once, to that table", () => {
    inviteOnArrival("t2", ["ben", "cleo"]);
    expect(takeInviteOnArrival("t1")).toEqual([]);
    expect(takeInviteOnArrival("t2")).toEqual(["ben", "cleo"]);
    expect(takeInviteOnArrival("t2")).toEqual([]);
  });
});

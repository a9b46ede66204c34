import { describe, expect, it } from "vitest";
import {
  MAX_DURATION,
  planAnimation,
  type Flight,
  type Rect,
  type TableLayout,
} from "./animation-plan";

const spot = (x: number, y: number, width = 100): Rect => ({ x, y, width, height: width * 1.4 });
const PLACES = new Map([
  ["seat-0", spot(0, 600, 120)],
  ["seat-1", spot(0, 0, 120)],
  ["talon", spot(200, 300, 60)],
  ["pot", spot(600, 300, 40)],
]);
const layout = (
  cards: Record<string, Rect>,
  backs: Record<string, Rect[]> = {},
  places = PLACES,
): TableLayout => ({
  cards: new Map(Object.entries(cards)),
  places,
  backs: new Map(Object.entries(backs)),
});
const byTarget = (flights: Flight[]) =>
  Object.fromEntries(
    flights.map((f) => [
      "card" in f.target ? f.target.card : `${f.target.place}.${f.target.nth}`,
      f,
    ]),
  );

describe("a plan", () => {
  it("moves the cards whose places have changed, and no others", () => {
    const before = layout({ AC: spot(0, 0), KC: spot(100, 0) });
    const after = layout({ AC: spot(0, 0), KC: spot(300, 0) });
    const { flights } = planAnimation([], before, after);
    expect(Object.keys(byTarget(flights))).toEqual(["KC"]);
  });

  it("bends the paths of an exchange away from each other", () => {
    const before = layout({ "9D": spot(0, 600), TH: spot(300, 300) });
    const after = layout({ TH: spot(0, 600), "9D": spot(300, 300) });
    const { "9D": given, TH: taken } = byTarget(
      planAnimation([{ kind: "exchange", seat: 0 }], before, after).flights,
    );
    expect([given?.from, taken?.from]).toEqual([spot(0, 600), spot(300, 300)]);
    // Each card bends to its own right, and they move in opposite directions.
    expect([given?.bend, taken?.bend]).toEqual([taken?.bend, given?.bend]);
    expect(given?.bend).toBeGreaterThan(0);
  });

  it("takes a hidden card from a back at the seat", () => {
    const back = spot(20, 60, 28);
    const before = layout({ TH: spot(300, 300) }, { "seat-1": [back] });
    const after = layout({ TH: spot(20, 60, 28), "9D": spot(300, 300) });
    const { "9D": given } = byTarget(
      planAnimation([{ kind: "exchange", seat: 1 }], before, after).flights,
    );
    expect(given?.from).toEqual(back);
  });

  it("discards the old table cards and turns up new ones from the talon", () => {
    const before = layout({ "9D": spot(300, 300) });
    const after = layout({ AC: spot(300, 300) });
    const step = { kind: "table" as const, aside: ["9D"], cards: ["AC"] };
    const { flights, departures } = planAnimation([step], before, after);
    expect(departures.map(({ card }) => card)).toEqual(["9D"]);
    expect(byTarget(flights)["AC"]).toMatchObject({ flips: true });
    expect(byTarget(flights)["AC"]?.from.x).toBeLessThan(260);
  });

  it("turns over hidden cards only, and pays afterwards", () => {
    const before = layout({ AC: spot(20, 60, 28) }, { "seat-1": [spot(50, 60, 28)] });
    const after = layout({ AC: spot(20, 60, 28), KC: spot(50, 60, 28) });
    const { flights, effects } = planAnimation(
      [
        { kind: "show", seats: [1, 0] },
        { kind: "pay", seat: 1, chips: 2 },
      ],
      before,
      after,
    );
    expect(Object.keys(byTarget(flights))).toEqual(["KC"]);
    expect(byTarget(flights)["KC"]).toMatchObject({ flips: true, duration: 0 });
    expect(effects.map(({ kind }) => kind)).toEqual(["chip", "chip"]);
  });

  it("turns up the cards of the other hand in place", () => {
    const lying = [spot(300, 300), spot(410, 300)];
    const before = layout({}, { "": lying });
    const after = layout({ AC: spot(300, 300), KC: spot(410, 300) });
    const step = { kind: "choice" as const, seat: 1, took: false, cards: ["AC", "KC"] };
    const { flights } = planAnimation([step], before, after);
    expect(flights.map(({ duration, flips }) => [duration, flips])).toEqual([
      [0, true],
      [0, true],
    ]);
  });

  it("deals from the dealer's left, to the dealer last, then to the middle", () => {
    const after = layout(
      { AC: spot(100, 600), TH: spot(300, 300) },
      { "seat-1": [spot(20, 60, 28)] },
    );
    const step = { kind: "deal" as const, dealer: 0, own: 0, table: ["TH"] };
    const { flights } = planAnimation([step], layout({}), after);
    const order = flights.map(({ target }) => ("card" in target ? target.card : target.place));
    expect(order).toEqual(["seat-1", "AC", "TH"]);
  });

  it("keeps the time limit with ten players and four cards each", () => {
    const seats = Array.from({ length: 10 }, (_, i) => i);
    const places = new Map(seats.map((i) => [`seat-${i}`, spot(i * 130, 0, 120)]));
    const of = (i: number) => [0, 1, 2, 3].map((k) => spot(i * 130 + k * 29, 40, 28));
    const backs = Object.fromEntries(seats.map((i) => [`seat-${i}`, of(i)]));
    const open = Object.fromEntries(
      seats.flatMap((i) => of(i).map((place, k) => [`${i}-${k}`, place])),
    );
    const dealt = planAnimation(
      [{ kind: "deal", dealer: 3, own: null, table: [] }],
      layout({}),
      layout({}, backs, places),
    );
    const pays = seats.map((seat) => ({ kind: "pay" as const, seat, chips: 2 }));
    const swims = seats.map((seat) => ({ kind: "swim" as const, seat }));
    const shown = planAnimation(
      [{ kind: "show", seats }, ...pays, ...swims],
      layout({}, backs, places),
      layout(open, {}, new Map([...places, ["pot", spot(600, 300, 40)]])),
    );
    expect(dealt.flights).toHaveLength(40);
    expect(shown.flights).toHaveLength(40);
    for (const { flights, effects } of [dealt, shown]) {
      for (const { delay, duration, flips } of flights)
        expect(delay + duration + (flips ? 220 : 0)).toBeLessThanOrEqual(MAX_DURATION);
      for (const { delay } of effects) expect(delay).toBeLessThan(MAX_DURATION - 300);
    }
  });
});

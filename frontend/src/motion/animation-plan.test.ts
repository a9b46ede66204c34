import { describe, expect, it } from "vitest";
import { LONGEST, planOf, type Flight, type Spot, type Survey } from "./animation-plan";

const spot = (x: number, y: number, width = 100): Spot => ({ x, y, width, height: width * 1.4 });
const PLACES = new Map([
  ["seat-0", spot(0, 600, 120)],
  ["seat-1", spot(0, 0, 120)],
  ["talon", spot(200, 300, 60)],
  ["pot", spot(600, 300, 40)],
]);
const scene = (
  cards: Record<string, Spot>,
  backs: Record<string, Spot[]> = {},
  places = PLACES,
): Survey => ({
  cards: new Map(Object.entries(cards)),
  places,
  backs: new Map(Object.entries(backs)),
});
const named = (flights: Flight[]) =>
  Object.fromEntries(
    flights.map((f) => ["card" in f.thing ? f.thing.card : `${f.thing.place}.${f.thing.nth}`, f]),
  );

describe("a plan", () => {
  it("lets a card move that lies elsewhere, and no other", () => {
    const before = scene({ AC: spot(0, 0), KC: spot(100, 0) });
    const after = scene({ AC: spot(0, 0), KC: spot(300, 0) });
    const { flights } = planOf([], before, after);
    expect(Object.keys(named(flights))).toEqual(["KC"]);
  });

  it("crosses the two cards of an exchange in opposite bows", () => {
    const before = scene({ "9D": spot(0, 600), TH: spot(300, 300) });
    const after = scene({ TH: spot(0, 600), "9D": spot(300, 300) });
    const { "9D": given, TH: taken } = named(
      planOf([{ kind: "exchange", seat: 0 }], before, after).flights,
    );
    expect([given?.from, taken?.from]).toEqual([spot(0, 600), spot(300, 300)]);
    // To the right of their ways, which lead opposite ways.
    expect([given?.bend, taken?.bend]).toEqual([taken?.bend, given?.bend]);
    expect(given?.bend).toBeGreaterThan(0);
  });

  it("takes a card nobody could see from a back at the seat", () => {
    const back = spot(20, 60, 28);
    const before = scene({ TH: spot(300, 300) }, { "seat-1": [back] });
    const after = scene({ TH: spot(20, 60, 28), "9D": spot(300, 300) });
    const { "9D": given } = named(planOf([{ kind: "exchange", seat: 1 }], before, after).flights);
    expect(given?.from).toEqual(back);
  });

  it("puts the old table aside and turns the new one up from the talon", () => {
    const before = scene({ "9D": spot(300, 300) });
    const after = scene({ AC: spot(300, 300) });
    const act = { kind: "table" as const, aside: ["9D"], cards: ["AC"] };
    const { flights, leaving } = planOf([act], before, after);
    expect(leaving.map(({ card }) => card)).toEqual(["9D"]);
    expect(named(flights)["AC"]).toMatchObject({ turns: true });
    expect(named(flights)["AC"]?.from.x).toBeLessThan(260);
  });

  it("turns over only what could not be seen, and pays afterwards", () => {
    const before = scene({ AC: spot(20, 60, 28) }, { "seat-1": [spot(50, 60, 28)] });
    const after = scene({ AC: spot(20, 60, 28), KC: spot(50, 60, 28) });
    const { flights, marks } = planOf(
      [
        { kind: "show", seats: [1, 0] },
        { kind: "pay", seat: 1, chips: 2 },
      ],
      before,
      after,
    );
    expect(Object.keys(named(flights))).toEqual(["KC"]);
    expect(named(flights)["KC"]).toMatchObject({ turns: true, length: 0 });
    expect(marks.map(({ kind }) => kind)).toEqual(["chip", "chip"]);
  });

  it("turns a kept hand's other cards up where they lay", () => {
    const lying = [spot(300, 300), spot(410, 300)];
    const before = scene({}, { "": lying });
    const after = scene({ AC: spot(300, 300), KC: spot(410, 300) });
    const act = { kind: "choice" as const, seat: 1, took: false, cards: ["AC", "KC"] };
    const { flights } = planOf([act], before, after);
    expect(flights.map(({ length, turns }) => [length, turns])).toEqual([
      [0, true],
      [0, true],
    ]);
  });

  it("deals from the dealer's left, to the dealer last and then to the middle", () => {
    const after = scene(
      { AC: spot(100, 600), TH: spot(300, 300) },
      { "seat-1": [spot(20, 60, 28)] },
    );
    const act = { kind: "deal" as const, dealer: 0, mine: 0, table: ["TH"] };
    const { flights } = planOf([act], scene({}), after);
    const order = flights.map(({ thing }) => ("card" in thing ? thing.card : thing.place));
    expect(order).toEqual(["seat-1", "AC", "TH"]);
  });

  it("is over in time with ten players and four cards each", () => {
    const seats = Array.from({ length: 10 }, (_, i) => i);
    const places = new Map(seats.map((i) => [`seat-${i}`, spot(i * 130, 0, 120)]));
    const of = (i: number) => [0, 1, 2, 3].map((k) => spot(i * 130 + k * 29, 40, 28));
    const backs = Object.fromEntries(seats.map((i) => [`seat-${i}`, of(i)]));
    const open = Object.fromEntries(
      seats.flatMap((i) => of(i).map((place, k) => [`${i}-${k}`, place])),
    );
    const dealt = planOf(
      [{ kind: "deal", dealer: 3, mine: null, table: [] }],
      scene({}),
      scene({}, backs, places),
    );
    const pays = seats.map((seat) => ({ kind: "pay" as const, seat, chips: 2 }));
    const swims = seats.map((seat) => ({ kind: "swim" as const, seat }));
    const shown = planOf(
      [{ kind: "show", seats }, ...pays, ...swims],
      scene({}, backs, places),
      scene(open, {}, new Map([...places, ["pot", spot(600, 300, 40)]])),
    );
    expect(dealt.flights).toHaveLength(40);
    expect(shown.flights).toHaveLength(40);
    for (const { flights, marks } of [dealt, shown]) {
      for (const { after, length, turns } of flights)
        expect(after + length + (turns ? 220 : 0)).toBeLessThanOrEqual(LONGEST);
      for (const { after } of marks) expect(after).toBeLessThan(LONGEST - 300);
    }
  });
});

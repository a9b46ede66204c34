/**
 * Where every card comes from and when: the plan of a movement, made of where things lay before
 * and where they lie now. Cards are already in their places when it is carried out.
 */
import type { Card } from "../api/wire";
import type { Act } from "./animation-steps";

export interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where cards, seats, talon and pot are, and the backs lying at a place ("" is the table). */
export interface Survey {
  cards: ReadonlyMap<Card, Spot>;
  places: ReadonlyMap<string, Spot>;
  backs: ReadonlyMap<string, readonly Spot[]>;
}

/** Which thing on the table flies: a card by name, or the nth back at a place. */
export type Thing = { card: Card } | { place: string; nth: number };

export interface Flight {
  thing: Thing;
  from: Spot;
  to: Spot;
  after: number; // ms
  /** How long it is on its way; 0 if it lies where it lay. */
  length: number;
  /** How far its way bends, as a part of its length; to the right of the way if positive. */
  bend: number;
  /** Flies face down and is turned over when it has arrived. */
  turns: boolean;
}

/** A card that leaves the table for good. */
export interface Leaving {
  card: Card;
  from: Spot;
  to: Spot;
}

export type Mark =
  | { kind: "knock"; at: Spot; after: number }
  | { kind: "chip"; from: Spot; to: Spot; after: number }
  | { kind: "water"; at: Spot; after: number };

export interface Plan {
  flights: Flight[];
  leaving: Leaving[];
  marks: Mark[];
  /** How long it takes in all, in ms. */
  length: number;
}

// All in ms; together never longer than LONGEST.
export const FLIGHT = 320;
export const TURN = 220;
const STAGGER = 45;
const DEALING = 300; // from the first card dealt to the last
const SHOWING = 380; // from the first hand turned over to the last
const BOW = 60; // px off the straight way between hand and table
const CHIP_AFTER = 80; // after the loser's hand
const WATER = 420;
export const KNOCK = 420;
export const LONGEST = 900;

const seatPlace = (seat: number) => `seat-${seat}`;

const same = (a: Spot, b: Spot) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) < 2;

const centre = ({ x, y, width, height }: Spot, size: Spot): Spot => ({
  x: x + (width - size.width) / 2,
  y: y + (height - size.height) / 2,
  width: size.width,
  height: size.height,
});

/** A small card in the middle of a place. */
function at(place: Spot | undefined, like: Spot): Spot | undefined {
  if (!place) return undefined;
  const width = Math.min(like.width, 30);
  return centre(place, { ...like, width, height: width * 1.4 });
}

/** Bent enough to pass each other, and on a long way not much more. */
function bendOf(from: Spot | undefined, to: Spot): number {
  if (!from) return 0;
  return Math.min(0.25, BOW / Math.max(1, Math.hypot(to.x - from.x, to.y - from.y)));
}

const inside = (spot: Spot, place: Spot) =>
  spot.x + spot.width / 2 >= place.x &&
  spot.x + spot.width / 2 <= place.x + place.width &&
  spot.y + spot.height / 2 >= place.y &&
  spot.y + spot.height / 2 <= place.y + place.height;

class Planner {
  flights: Flight[] = [];
  leaving: Leaving[] = [];
  marks: Mark[] = [];
  #planned = new Set<Card>();

  constructor(
    readonly before: Survey,
    readonly after: Survey,
  ) {}

  fly(thing: Thing, from: Spot | undefined, how: Partial<Flight> = {}): void {
    const to = this.#spotOf(thing);
    if ("card" in thing) this.#planned.add(thing.card);
    if (!from || !to || to.width === 0) return;
    const length = same(from, to) ? 0 : FLIGHT;
    if (length === 0 && !how.turns) return;
    this.flights.push({ thing, from, to, length, after: 0, bend: 0, turns: false, ...how });
  }

  #spotOf(thing: Thing): Spot | undefined {
    if ("card" in thing) return this.after.cards.get(thing.card);
    return this.after.backs.get(thing.place)?.[thing.nth];
  }

  /** To everybody in turn, the dealer last, then to the middle. */
  deal({ dealer, mine, table }: Extract<Act, { kind: "deal" }>): void {
    const from = this.after.places.get(seatPlace(dealer));
    const seats = [...this.after.places.keys()].filter((place) => place.startsWith("seat-"));
    const turn = (place: string) =>
      seats.includes(place)
        ? (Number(place.slice(5)) + seats.length - dealer - 1) % seats.length
        : seats.length;
    const dealt = [...this.after.backs].flatMap(([place, spots]) =>
      spots.map((spot, nth) => ({ thing: { place, nth } as Thing, spot, turn: turn(place) })),
    );
    for (const [card, spot] of this.after.cards) {
      const open = table.includes(card) || mine === null;
      dealt.push({ thing: { card }, spot, turn: open ? seats.length : turn(seatPlace(mine)) });
    }
    dealt.sort((a, b) => a.turn - b.turn);
    const step = dealt.length > 1 ? Math.min(STAGGER, DEALING / (dealt.length - 1)) : 0;
    dealt.forEach(({ thing, spot }, i) => {
      this.fly(thing, at(from, spot), { after: i * step, turns: "card" in thing });
    });
  }

  /** Everything that was given and taken, in two crossing bows. */
  exchange(seat: number): void {
    const place = this.before.places.get(seatPlace(seat));
    const backs = this.before.backs.get(seatPlace(seat)) ?? [];
    let unseen = 0;
    let moved = 0;
    for (const [card, to] of this.after.cards) {
      const known = this.before.cards.get(card);
      if (known && same(known, to)) continue;
      // A card that nobody could see lay face down at the seat.
      const from = known ?? backs[unseen++] ?? at(place, to);
      this.fly({ card }, from, {
        bend: bendOf(from, to),
        after: Math.floor(moved++ / 2) * STAGGER,
      });
    }
  }

  turnUpTable(aside: readonly Card[], cards: readonly Card[]): void {
    const talon = this.after.places.get("talon");
    for (const card of aside) {
      const from = this.before.cards.get(card);
      if (!from || this.after.cards.has(card)) continue;
      const away = talon && talon.x < from.x ? 1 : -1;
      const heap = this.after.places.get("aside");
      const to = heap ? at(heap, from) : undefined;
      this.leaving.push({ card, from, to: to ?? { ...from, x: from.x + away * from.width } });
    }
    cards.forEach((card, i) => {
      const to = this.after.cards.get(card);
      if (to) this.fly({ card }, at(talon, to), { after: 100 + i * STAGGER, turns: true });
    });
  }

  choose(seat: number, took: boolean, cards: readonly Card[]): void {
    const lying = this.before.backs.get("") ?? [];
    const place = this.before.places.get(seatPlace(seat));
    cards.forEach((card, i) => {
      const to = this.after.cards.get(card);
      const known = this.before.cards.get(card);
      const laidDown = known ?? (to && at(place, to));
      this.fly({ card }, took ? laidDown : lying[i], { after: i * STAGGER, turns: !known });
    });
    if (!took) return;
    let next = 0;
    for (const card of this.after.cards.keys())
      if (!this.before.cards.has(card) && !cards.includes(card))
        this.fly({ card }, lying[next++], { after: next * STAGGER, turns: true });
  }

  /** The moment at which each hand has been turned over. */
  show(seats: readonly number[]): Map<number, number> {
    const turning = seats.filter((seat) => this.#hidden(seat).length > 0);
    const step = turning.length > 1 ? Math.min(110, SHOWING / (turning.length - 1)) : 0;
    turning.forEach((seat, i) => {
      for (const card of this.#hidden(seat))
        this.fly({ card }, this.after.cards.get(card), { after: i * step, turns: true });
    });
    return new Map(seats.map((seat) => [seat, Math.max(0, turning.indexOf(seat)) * step]));
  }

  /** Cards of a seat that can be seen now and could not before. */
  #hidden(seat: number): Card[] {
    const place = this.after.places.get(seatPlace(seat));
    if (!place) return [];
    return [...this.after.cards]
      .filter(([card, spot]) => !this.before.cards.has(card) && inside(spot, place))
      .map(([card]) => card);
  }

  mark(kind: "knock" | "water", seat: number, after: number): void {
    const place = this.after.places.get(seatPlace(seat));
    if (place) this.marks.push({ kind, at: place, after });
  }

  pay(seat: number, chips: number, after: number): void {
    const from = this.after.places.get(seatPlace(seat));
    const to = this.after.places.get("pot") ?? this.after.places.get("talon");
    if (!from || !to) return;
    const chip = { x: 0, y: 0, width: 18, height: 18 };
    for (let i = 0; i < chips; i++)
      this.marks.push({
        kind: "chip",
        from: centre(from, chip),
        to: centre(to, chip),
        after: after + i * STAGGER,
      });
  }

  /** Whatever else lies elsewhere than before. */
  rest(): void {
    for (const card of this.after.cards.keys())
      if (!this.#planned.has(card)) this.fly({ card }, this.before.cards.get(card));
  }

  length(): number {
    const ends = [
      ...this.flights.map(({ after, length, turns }) => after + length + (turns ? TURN : 0)),
      ...this.leaving.map(() => FLIGHT),
      ...this.marks.map(
        ({ kind, after }) => after + (kind === "chip" ? FLIGHT : kind === "water" ? WATER : KNOCK),
      ),
    ];
    return Math.min(LONGEST, Math.max(0, ...ends));
  }
}

export function planOf(acts: readonly Act[], before: Survey, after: Survey): Plan {
  const plan = new Planner(before, after);
  let shown = new Map<number, number>();
  for (const act of acts) {
    if (act.kind === "deal") plan.deal(act);
    else if (act.kind === "exchange") plan.exchange(act.seat);
    else if (act.kind === "table") plan.turnUpTable(act.aside, act.cards);
    else if (act.kind === "choice") plan.choose(act.seat, act.took, act.cards);
    else if (act.kind === "close") plan.mark("knock", act.seat, 0);
    else if (act.kind === "show") shown = plan.show(act.seats);
    else if (act.kind === "pay")
      plan.pay(act.seat, act.chips, (shown.get(act.seat) ?? 0) + CHIP_AFTER);
    else plan.mark("water", act.seat, LONGEST - WATER);
  }
  plan.rest();
  const { flights, leaving, marks } = plan;
  return { flights, leaving, marks, length: plan.length() };
}

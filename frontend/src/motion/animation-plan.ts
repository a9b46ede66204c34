/**
 * Plan of an animation: start, time and path of each moving card, from the layouts before and after
 * a change. When it is played, the cards are already in their new places.
 */
import type { Card } from "../api/wire";
import type { AnimationStep } from "./animation-steps";

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Positions of cards, of places (seats, talon, pot), and of card backs by place ("": table). */
export interface TableLayout {
  cards: ReadonlyMap<Card, Rect>;
  places: ReadonlyMap<string, Rect>;
  backs: ReadonlyMap<string, readonly Rect[]>;
}

/** Moving element: a card, or the nth back at a place. */
export type Target = { card: Card } | { place: string; nth: number };

export interface Flight {
  target: Target;
  from: Rect;
  to: Rect;
  delay: number; // ms
  /** Duration in ms; 0 if the card stays in its place. */
  duration: number;
  /** Sideways bend of the path relative to its length; to the right if positive. */
  bend: number;
  /** Whether the card moves face down and is turned over on arrival. */
  flips: boolean;
}

/** A card that leaves the table. */
export interface Departure {
  card: Card;
  from: Rect;
  to: Rect;
}

/** A drawing that appears for a moment only. */
export type Effect =
  | { kind: "knock"; at: Rect; delay: number }
  | { kind: "chip"; from: Rect; to: Rect; delay: number }
  | { kind: "water"; at: Rect; delay: number };

export interface AnimationPlan {
  flights: Flight[];
  departures: Departure[];
  effects: Effect[];
  /** The total duration, in ms. */
  duration: number;
}

// Durations in ms; together no longer than MAX_DURATION.
export const FLIGHT = 320;
export const FLIP = 220;
const STAGGER = 45;
const DEAL_SPREAD = 300; // from the first card dealt to the last
const SHOW_SPREAD = 380; // from the first hand turned over to the last
const BOW = 60; // px off the straight path between hand and table
const CHIP_DELAY = 80; // after the loser's hand
const WATER = 420;
export const KNOCK = 420;
export const MAX_DURATION = 900;

const seatPlace = (seat: number) => `seat-${seat}`;

const isSamePlace = (a: Rect, b: Rect) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) < 2;

const centred = ({ x, y, width, height }: Rect, size: Rect): Rect => ({
  x: x + (width - size.width) / 2,
  y: y + (height - size.height) / 2,
  width: size.width,
  height: size.height,
});

/** Return the position of a small card in the middle of a place. */
function cardAt(place: Rect | undefined, like: Rect): Rect | undefined {
  if (!place) return undefined;
  const width = Math.min(like.width, 30);
  return centred(place, { ...like, width, height: width * 1.4 });
}

/** Return the bend with which two cards pass each other, limited on a long path. */
function bendOf(from: Rect | undefined, to: Rect): number {
  if (!from) return 0;
  return Math.min(0.25, BOW / Math.max(1, Math.hypot(to.x - from.x, to.y - from.y)));
}

const inside = (spot: Rect, place: Rect) =>
  spot.x + spot.width / 2 >= place.x &&
  spot.x + spot.width / 2 <= place.x + place.width &&
  spot.y + spot.height / 2 >= place.y &&
  spot.y + spot.height / 2 <= place.y + place.height;

class PlanBuilder {
  flights: Flight[] = [];
  departures: Departure[] = [];
  effects: Effect[] = [];
  #planned = new Set<Card>();

  constructor(
    readonly before: TableLayout,
    readonly after: TableLayout,
  ) {}

  fly(target: Target, from: Rect | undefined, how: Partial<Flight> = {}): void {
    const to = this.#rectOf(target);
    if ("card" in target) this.#planned.add(target.card);
    if (!from || !to || to.width === 0) return;
    const duration = isSamePlace(from, to) ? 0 : FLIGHT;
    if (duration === 0 && !how.flips) return;
    this.flights.push({ target, from, to, duration, delay: 0, bend: 0, flips: false, ...how });
  }

  #rectOf(target: Target): Rect | undefined {
    if ("card" in target) return this.after.cards.get(target.card);
    return this.after.backs.get(target.place)?.[target.nth];
  }

  /** Deal to the players in turn, the dealer last, then to the middle. */
  deal({ dealer, own, table }: Extract<AnimationStep, { kind: "deal" }>): void {
    const from = this.after.places.get(seatPlace(dealer));
    const seats = [...this.after.places.keys()].filter((place) => place.startsWith("seat-"));
    const turn = (place: string) =>
      seats.includes(place)
        ? (Number(place.slice(5)) + seats.length - dealer - 1) % seats.length
        : seats.length;
    const dealt = [...this.after.backs].flatMap(([place, spots]) =>
      spots.map((spot, nth) => ({ target: { place, nth } as Target, spot, turn: turn(place) })),
    );
    for (const [card, spot] of this.after.cards) {
      const open = table.includes(card) || own === null;
      dealt.push({ target: { card }, spot, turn: open ? seats.length : turn(seatPlace(own)) });
    }
    dealt.sort((a, b) => a.turn - b.turn);
    const step = dealt.length > 1 ? Math.min(STAGGER, DEAL_SPREAD / (dealt.length - 1)) : 0;
    dealt.forEach(({ target, spot }, i) => {
      this.fly(target, cardAt(from, spot), { delay: i * step, flips: "card" in target });
    });
  }

  /** Exchange cards, on paths that bend away from each other. */
  exchange(seat: number): void {
    const place = this.before.places.get(seatPlace(seat));
    const backs = this.before.backs.get(seatPlace(seat)) ?? [];
    let hidden = 0;
    let moved = 0;
    for (const [card, to] of this.after.cards) {
      const known = this.before.cards.get(card);
      if (known && isSamePlace(known, to)) continue;
      // A card that was invisible lay face down at the seat.
      const from = known ?? backs[hidden++] ?? cardAt(place, to);
      this.fly({ card }, from, {
        bend: bendOf(from, to),
        delay: Math.floor(moved++ / 2) * STAGGER,
      });
    }
  }

  turnUpTable(aside: readonly Card[], cards: readonly Card[]): void {
    const talon = this.after.places.get("talon");
    for (const card of aside) {
      const from = this.before.cards.get(card);
      if (!from || this.after.cards.has(card)) continue;
      const away = talon && talon.x < from.x ? 1 : -1;
      const pile = this.after.places.get("aside");
      const to = pile ? cardAt(pile, from) : undefined;
      this.departures.push({ card, from, to: to ?? { ...from, x: from.x + away * from.width } });
    }
    cards.forEach((card, i) => {
      const to = this.after.cards.get(card);
      if (to) this.fly({ card }, cardAt(talon, to), { delay: 100 + i * STAGGER, flips: true });
    });
  }

  choose(seat: number, took: boolean, cards: readonly Card[]): void {
    const backs = this.before.backs.get("") ?? [];
    const place = this.before.places.get(seatPlace(seat));
    cards.forEach((card, i) => {
      const to = this.after.cards.get(card);
      const known = this.before.cards.get(card);
      const laidDown = known ?? (to && cardAt(place, to));
      this.fly({ card }, took ? laidDown : backs[i], { delay: i * STAGGER, flips: !known });
    });
    if (!took) return;
    let next = 0;
    for (const card of this.after.cards.keys())
      if (!this.before.cards.has(card) && !cards.includes(card))
        this.fly({ card }, backs[next++], { delay: next * STAGGER, flips: true });
  }

  /** Turn hands over; return the time at which each is open. */
  show(seats: readonly number[]): Map<number, number> {
    const flipping = seats.filter((seat) => this.#newlyVisible(seat).length > 0);
    const step = flipping.length > 1 ? Math.min(110, SHOW_SPREAD / (flipping.length - 1)) : 0;
    flipping.forEach((seat, i) => {
      for (const card of this.#newlyVisible(seat))
        this.fly({ card }, this.after.cards.get(card), { delay: i * step, flips: true });
    });
    return new Map(seats.map((seat) => [seat, Math.max(0, flipping.indexOf(seat)) * step]));
  }

  /** Return the cards of a seat that are visible now but were not before. */
  #newlyVisible(seat: number): Card[] {
    const place = this.after.places.get(seatPlace(seat));
    if (!place) return [];
    return [...this.after.cards]
      .filter(([card, spot]) => !this.before.cards.has(card) && inside(spot, place))
      .map(([card]) => card);
  }

  effect(kind: "knock" | "water", seat: number, delay: number): void {
    const place = this.after.places.get(seatPlace(seat));
    if (place) this.effects.push({ kind, at: place, delay });
  }

  pay(seat: number, chips: number, delay: number): void {
    const from = this.after.places.get(seatPlace(seat));
    const to = this.after.places.get("pot") ?? this.after.places.get("talon");
    if (!from || !to) return;
    const chip = { x: 0, y: 0, width: 18, height: 18 };
    for (let i = 0; i < chips; i++)
      this.effects.push({
        kind: "chip",
        from: centred(from, chip),
        to: centred(to, chip),
        delay: delay + i * STAGGER,
      });
  }

  /** Move every other card whose place has changed. */
  rest(): void {
    for (const card of this.after.cards.keys())
      if (!this.#planned.has(card)) this.fly({ card }, this.before.cards.get(card));
  }

  duration(): number {
    const ends = [
      ...this.flights.map(({ delay, duration, flips }) => delay + duration + (flips ? FLIP : 0)),
      ...this.departures.map(() => FLIGHT),
      ...this.effects.map(
        ({ kind, delay }) => delay + (kind === "chip" ? FLIGHT : kind === "water" ? WATER : KNOCK),
      ),
    ];
    return Math.min(MAX_DURATION, Math.max(0, ...ends));
  }
}

/** Plan the animation of some steps between two layouts. */
export function planAnimation(
  steps: readonly AnimationStep[],
  before: TableLayout,
  after: TableLayout,
): AnimationPlan {
  const plan = new PlanBuilder(before, after);
  let shown = new Map<number, number>();
  for (const step of steps) {
    if (step.kind === "deal") plan.deal(step);
    else if (step.kind === "exchange") plan.exchange(step.seat);
    else if (step.kind === "table") plan.turnUpTable(step.aside, step.cards);
    else if (step.kind === "choice") plan.choose(step.seat, step.took, step.cards);
    else if (step.kind === "close") plan.effect("knock", step.seat, 0);
    else if (step.kind === "show") shown = plan.show(step.seats);
    else if (step.kind === "pay")
      plan.pay(step.seat, step.chips, (shown.get(step.seat) ?? 0) + CHIP_DELAY);
    else plan.effect("water", step.seat, MAX_DURATION - WATER);
  }
  plan.rest();
  const { flights, departures, effects } = plan;
  return { flights, departures, effects, duration: plan.duration() };
}

/**
 * Carries out a plan with the Web Animations API, on translate, scale and opacity alone. Cards
 * that have arrived move themselves; what is there no more, or is shown on the way only, is a
 * stand-in in a layer above the table.
 */
import {
  FLIGHT,
  KNOCK,
  TURN,
  type Flight,
  type Leaving,
  type Mark,
  type Plan,
  type Spot,
} from "./animation-plan";
import type { Scene } from "./layout-snapshot";

export interface Layer {
  /** Where stand-ins are put: as large as the window, and nothing in it can be touched. */
  stage: HTMLElement;
  /** A card's back, to be copied. */
  back: HTMLElement;
}

const STEPS = 8; // of a bent way
const MUCH_LARGER = 1.6; // from then on a card flies as it looked where it came from

interface Way {
  translate: string;
  scale: string;
}

/** The way from one spot to another as seen from the other. */
function way(from: Spot, to: Spot, bend: number): Way[] {
  const dx = from.x + from.width / 2 - (to.x + to.width / 2);
  const dy = from.y + from.height / 2 - (to.y + to.height / 2);
  const size = from.width / to.width;
  const steps = bend === 0 ? 1 : STEPS;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const left = 1 - i / steps;
    const off = 4 * left * (1 - left) * bend;
    return {
      translate: `${dx * left - dy * off}px ${dy * left + dx * off}px`,
      scale: `${1 + (size - 1) * left}`,
    };
  });
}

export function perform(plan: Plan, before: Scene, after: Scene, layer: Layer): Animation[] {
  const style = getComputedStyle(document.documentElement);
  const [ease, land] = ["--ease", "--ease-land"].map((name) => style.getPropertyValue(name));
  const running: Animation[] = [];

  function animate(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): void {
    running.push(element.animate(frames, { easing: ease, fill: "backwards", ...options }));
  }

  function standIn(kind: string, spot: Spot, content?: Node): HTMLElement {
    const element = document.createElement("div");
    element.className = kind;
    element.style.left = `${spot.x}px`;
    element.style.top = `${spot.y}px`;
    element.style.width = `${spot.width}px`;
    element.style.height = `${spot.height}px`;
    if (content) element.append(content);
    layer.stage.append(element);
    return element;
  }

  function faceOf(card: string): Node | undefined {
    const element = before.cardElements.get(card);
    return (element?.querySelector("picture") ?? element)?.cloneNode(true);
  }

  function elementOf({ thing }: Flight): HTMLElement | undefined {
    if ("card" in thing) return after.cardElements.get(thing.card);
    return after.backElements.get(thing.place)?.[thing.nth];
  }

  /** Arrives face down, then is turned over. */
  function turnOver(element: HTMLElement, flight: Flight): void {
    const { from, to, after: delay, length, bend } = flight;
    const down = standIn("card", to, layer.back.cloneNode(true));
    const total = length + TURN / 2;
    const frames = length > 0 ? way(from, to, bend) : [{ translate: "0 0", scale: "1" }];
    const landed = length / total;
    animate(
      down,
      [
        ...frames.map((frame, i) => ({
          ...frame,
          offset: frames.length > 1 ? (landed * i) / (frames.length - 1) : 0,
        })),
        { translate: "0 0", scale: "0 1", offset: 1 },
      ],
      { delay, duration: total, fill: "both" },
    );
    animate(element, [{ scale: "0 1" }, { scale: "1 1" }], {
      delay: delay + total,
      duration: TURN / 2,
      ...(land ? { easing: land } : {}),
    });
  }

  /** A large card becomes the small one of a seat. */
  function shrink(element: HTMLElement, flight: Flight, face: Node): void {
    const { from, to, after: delay, bend } = flight;
    const large = standIn("card", from, face);
    const back = way(to, from, bend).reverse();
    animate(
      large,
      back.map((frame, i) => ({ ...frame, opacity: i === back.length - 1 ? 0.6 : 1 })),
      { delay, duration: FLIGHT, fill: "forwards" },
    );
    running.push(
      large.animate([{ opacity: 0 }, { opacity: 0 }], {
        delay: delay + FLIGHT,
        duration: 1,
        fill: "forwards",
      }),
    );
    animate(element, [{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], {
      delay,
      duration: FLIGHT,
      easing: "linear",
    });
  }

  function fly(flight: Flight): void {
    const element = elementOf(flight);
    if (!element) return;
    if (flight.turns) return turnOver(element, flight);
    const { thing, from, to, after: delay, length, bend } = flight;
    const face = "card" in thing ? faceOf(thing.card) : undefined;
    if (face && from.width > to.width * MUCH_LARGER) return shrink(element, flight, face);
    const frames: Keyframe[] = way(from, to, bend).map((frame) => ({ ...frame, zIndex: 3 }));
    if ("place" in thing) frames[0] = { ...frames[0], opacity: 0 };
    animate(element, frames, { delay, duration: length });
  }

  function leave({ card, from, to }: Leaving): void {
    const face = faceOf(card);
    if (!face) return;
    const [end] = way(to, from, 0);
    const frames = [{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { ...end, opacity: 0 }];
    animate(standIn("card", from, face), frames, { duration: FLIGHT, fill: "forwards" });
  }

  function mark(one: Mark): void {
    if (one.kind === "chip") {
      const path = way(one.from, one.to, 0.15);
      const frames = path.map((frame, i) => ({
        ...frame,
        opacity: i === 0 || i === path.length - 1 ? 0 : 1,
      }));
      animate(standIn("chip", one.to), frames, {
        delay: one.after,
        duration: FLIGHT,
        fill: "both",
      });
    } else if (one.kind === "water") {
      const water = standIn("water", one.at);
      const level = document.createElement("div");
      water.append(level);
      animate(level, [{ translate: "0 100%" }, { translate: "0 35%" }], {
        delay: one.after,
        duration: FLIGHT,
      });
      animate(
        water,
        [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }],
        {
          delay: one.after,
          duration: FLIGHT + 100,
          fill: "both",
          easing: "linear",
        },
      );
    } else {
      for (const again of [0, KNOCK / 3])
        animate(
          standIn("knock", one.at),
          [
            { scale: "0.86", opacity: 0 },
            { scale: "1", opacity: 1, offset: 0.3 },
            { scale: "1.06", opacity: 0 },
          ],
          { delay: one.after + again, duration: (KNOCK * 2) / 3, fill: "both" },
        );
    }
  }

  plan.flights.forEach(fly);
  plan.leaving.forEach(leave);
  plan.marks.forEach(mark);
  return running;
}

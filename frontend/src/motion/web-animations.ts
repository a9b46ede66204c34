/**
 * Playback of animation plans with the Web Animations API, by translate, scale and opacity only.
 * Cards on the table move themselves; a card that has gone, or an effect, is a stand-in in a layer
 * above the table.
 */
import {
  FLIGHT,
  KNOCK,
  FLIP,
  type Flight,
  type AnimationPlan,
  type Departure,
  type Effect,
  type Rect,
} from "./animation-plan";
import type { LayoutSnapshot } from "./layout-snapshot";

export interface LayerElements {
  /** The parent of stand-ins, as large as the window and without pointer events. */
  root: HTMLElement;
  /** A card's back, to be copied. */
  back: HTMLElement;
}

const STEPS = 8; // of a bent path
const MUCH_LARGER = 1.6; // ratio from which a card flies with its former appearance

interface PathStep {
  translate: string;
  scale: string;
}

/** Return the path from one place to another, as transforms of an element at the second. */
function pathBetween(from: Rect, to: Rect, bend: number): PathStep[] {
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

/** Play a plan; return the running animations. */
export function playPlan(
  plan: AnimationPlan,
  before: LayoutSnapshot,
  after: LayoutSnapshot,
  layer: LayerElements,
): Animation[] {
  const style = getComputedStyle(document.documentElement);
  const [ease, land] = ["--ease", "--ease-land"].map((name) => style.getPropertyValue(name));
  const running: Animation[] = [];

  function animate(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): void {
    running.push(element.animate(frames, { easing: ease, fill: "backwards", ...options }));
  }

  function standIn(className: string, rect: Rect, content?: Node): HTMLElement {
    const element = document.createElement("div");
    element.className = className;
    element.style.left = `${rect.x}px`;
    element.style.top = `${rect.y}px`;
    element.style.width = `${rect.width}px`;
    element.style.height = `${rect.height}px`;
    if (content) element.append(content);
    layer.root.append(element);
    return element;
  }

  function faceOf(card: string): Node | undefined {
    const element = before.cardElements.get(card);
    return (element?.querySelector("[data-face]") ?? element)?.cloneNode(true);
  }

  function elementOf({ target }: Flight): HTMLElement | undefined {
    if ("card" in target) return after.cardElements.get(target.card);
    return after.backElements.get(target.place)?.[target.nth];
  }

  /** Move a card face down, then turn it over. */
  function turnOver(element: HTMLElement, flight: Flight): void {
    const { from, to, delay, duration, bend } = flight;
    const down = standIn("card", to, layer.back.cloneNode(true));
    const total = duration + FLIP / 2;
    const frames = duration > 0 ? pathBetween(from, to, bend) : [{ translate: "0 0", scale: "1" }];
    const landed = duration / total;
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
      duration: FLIP / 2,
      ...(land ? { easing: land } : {}),
    });
  }

  /** Move a large card that becomes the small one of a seat. */
  function shrink(element: HTMLElement, flight: Flight, face: Node): void {
    const { from, to, delay, bend } = flight;
    const large = standIn("card", from, face);
    const back = pathBetween(to, from, bend).reverse();
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
    if (flight.flips) return turnOver(element, flight);
    const { target, from, to, delay, duration, bend } = flight;
    const face = "card" in target ? faceOf(target.card) : undefined;
    if (face && from.width > to.width * MUCH_LARGER) return shrink(element, flight, face);
    const frames: Keyframe[] = pathBetween(from, to, bend).map((frame) => ({
      ...frame,
      zIndex: 3,
    }));
    if ("place" in target) frames[0] = { ...frames[0], opacity: 0 };
    animate(element, frames, { delay, duration });
  }

  function leave({ card, from, to }: Departure): void {
    const face = faceOf(card);
    if (!face) return;
    const [end] = pathBetween(to, from, 0);
    const frames = [{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { ...end, opacity: 0 }];
    animate(standIn("card", from, face), frames, { duration: FLIGHT, fill: "forwards" });
  }

  function showEffect(effect: Effect): void {
    if (effect.kind === "chip") {
      const path = pathBetween(effect.from, effect.to, 0.15);
      const frames = path.map((frame, i) => ({
        ...frame,
        opacity: i === 0 || i === path.length - 1 ? 0 : 1,
      }));
      animate(standIn("chip", effect.to), frames, {
        delay: effect.delay,
        duration: FLIGHT,
        fill: "both",
      });
    } else if (effect.kind === "water") {
      const water = standIn("water", effect.at);
      const level = document.createElement("div");
      water.append(level);
      animate(level, [{ translate: "0 100%" }, { translate: "0 35%" }], {
        delay: effect.delay,
        duration: FLIGHT,
      });
      animate(
        water,
        [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }],
        {
          delay: effect.delay,
          duration: FLIGHT + 100,
          fill: "both",
          easing: "linear",
        },
      );
    } else {
      for (const pause of [0, KNOCK / 3])
        animate(
          standIn("knock", effect.at),
          [
            { scale: "0.86", opacity: 0 },
            { scale: "1", opacity: 1, offset: 0.3 },
            { scale: "1.06", opacity: 0 },
          ],
          { delay: effect.delay + pause, duration: (KNOCK * 2) / 3, fill: "both" },
        );
    }
  }

  plan.flights.forEach(fly);
  plan.departures.forEach(leave);
  plan.effects.forEach(showEffect);
  return running;
}

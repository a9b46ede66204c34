/** What lies on the table and where: read from the page in one go, before anything is written. */
import type { Card } from "../api/wire";
import type { Spot, Survey } from "./animation-plan";

export interface Scene extends Survey {
  cards: Map<Card, Spot>;
  places: Map<string, Spot>;
  backs: Map<string, Spot[]>;
  cardElements: Map<Card, HTMLElement>;
  backElements: Map<string, HTMLElement[]>;
}

/** Cards are marked `data-card`, face-down ones `data-back`, places `data-place`. */
export function survey(root: HTMLElement): Scene {
  const scene: Scene = {
    cards: new Map(),
    places: new Map(),
    backs: new Map(),
    cardElements: new Map(),
    backElements: new Map(),
  };
  for (const element of root.querySelectorAll<HTMLElement>(
    "[data-card],[data-back],[data-place]",
  )) {
    const { card, place } = element.dataset;
    const { x, y, width, height } = element.getBoundingClientRect();
    const spot = { x, y, width, height };
    if (place !== undefined) scene.places.set(place, spot);
    else if (card !== undefined) {
      scene.cards.set(card, spot);
      scene.cardElements.set(card, element);
    } else {
      const at = element.closest<HTMLElement>("[data-place]")?.dataset["place"] ?? "";
      if (at === "talon") continue;
      const seat = at.startsWith("seat-") ? at : "";
      scene.backs.set(seat, [...(scene.backs.get(seat) ?? []), spot]);
      scene.backElements.set(seat, [...(scene.backElements.get(seat) ?? []), element]);
    }
  }
  return scene;
}

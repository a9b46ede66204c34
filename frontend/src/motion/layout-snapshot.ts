/** Snapshot of the table's layout, read completely before anything is written. */
import type { Card } from "../api/wire";
import type { Rect, TableLayout } from "./animation-plan";

export interface LayoutSnapshot extends TableLayout {
  cards: Map<Card, Rect>;
  places: Map<string, Rect>;
  backs: Map<string, Rect[]>;
  cardElements: Map<Card, HTMLElement>;
  backElements: Map<string, HTMLElement[]>;
}

/** Read the layout: cards have `data-card`, face-down ones `data-back`, places `data-place`. */
export function takeSnapshot(root: HTMLElement): LayoutSnapshot {
  const snapshot: LayoutSnapshot = {
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
    const rect = { x, y, width, height };
    if (place !== undefined) snapshot.places.set(place, rect);
    else if (card !== undefined) {
      snapshot.cards.set(card, rect);
      snapshot.cardElements.set(card, element);
    } else {
      const at = element.closest<HTMLElement>("[data-place]")?.dataset["place"] ?? "";
      if (at === "talon") continue;
      const seat = at.startsWith("seat-") ? at : "";
      snapshot.backs.set(seat, [...(snapshot.backs.get(seat) ?? []), rect]);
      snapshot.backElements.set(seat, [...(snapshot.backElements.get(seat) ?? []), element]);
    }
  }
  return snapshot;
}

/**
 * Light movement of the cards. Before a change the places of all cards are noted; after it every
 * card that appears somewhere else slides there from where it was, or from the seat or the talon
 * that it came from. Nothing waits for it, and nothing moves for those who prefer so.
 */
import type { Card, TableEvent } from "../api/wire";

const DURATION = 320; // ms

/** Where cards come from that were not to be seen before: a seat, or the talon. */
export function origins(events: readonly TableEvent[]): Map<Card, string> {
  const found = new Map<Card, string>();
  for (const { happenings } of events) {
    for (const { kind, seat, given, cards } of happenings) {
      if (kind === "exchange" && seat !== null)
        for (const card of given) found.set(card, `seat-${seat}`);
      if (kind === "table" || kind === "dealt") for (const card of cards) found.set(card, "talon");
      if (kind === "choice" && seat !== null)
        for (const card of cards) found.set(card, `seat-${seat}`);
    }
  }
  return found;
}

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Movement {
  #places = new Map<string, DOMRect>();

  /** Note where every card, seat and the talon is. */
  note(root: HTMLElement): void {
    this.#places.clear();
    if (still()) return;
    for (const element of root.querySelectorAll<HTMLElement>("[data-card],[data-place]")) {
      const name = element.dataset["card"] ?? element.dataset["place"];
      if (name !== undefined) this.#places.set(name, element.getBoundingClientRect());
    }
  }

  /** Let what has moved since slide into its place. */
  play(root: HTMLElement, from: ReadonlyMap<Card, string>): void {
    if (this.#places.size === 0) return;
    for (const element of root.querySelectorAll<HTMLElement>("[data-card]")) {
      const card = element.dataset["card"] ?? "";
      const start = this.#places.get(card) ?? this.#places.get(from.get(card) ?? "");
      if (start) slide(element, start);
    }
    this.#places.clear();
  }
}

function slide(element: HTMLElement, start: DOMRect): void {
  const end = element.getBoundingClientRect();
  const dx = start.x + start.width / 2 - (end.x + end.width / 2);
  const dy = start.y + start.height / 2 - (end.y + end.height / 2);
  if (Math.abs(dx) + Math.abs(dy) < 2 || end.width === 0) return;
  const scale = Math.min(2, Math.max(0.4, start.width / end.width));
  element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 3 },
      { transform: "none", zIndex: 3 },
    ],
    { duration: DURATION, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
  );
}

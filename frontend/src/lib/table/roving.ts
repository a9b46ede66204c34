/**
 * Moving the focus with the arrow keys: to the nearest thing in that direction. Each group of
 * cards or buttons is one stop of the Tab key, where the focus last was in it.
 */

export type Direction = "left" | "right" | "up" | "down";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How far to the side costs, compared with straight ahead. */
const ASIDE = 3;

function away(from: Box, to: Box, direction: Direction): number | null {
  const x = (to.left + to.right - from.left - from.right) / 2;
  const y = (to.top + to.bottom - from.top - from.bottom) / 2;
  const ahead = { left: -x, right: x, up: -y, down: y }[direction];
  const aside = Math.abs(direction === "left" || direction === "right" ? y : x);
  // What is more to the side than ahead lies in another direction.
  return ahead <= 1 || aside > 2 * ahead ? null : ahead + ASIDE * aside;
}

/** The index of the nearest box in a direction, or null at the edge. */
export function nearest(from: Box, boxes: readonly Box[], direction: Direction): number | null {
  let best: number | null = null;
  let least = Infinity;
  boxes.forEach((box, index) => {
    const cost = away(from, box, direction);
    if (cost !== null && cost < least) [best, least] = [index, cost];
  });
  return best;
}

const stopsIn = (area: Element) => [...area.querySelectorAll<HTMLElement>("button")];

/** Moves the focus; without one, to the first thing there is. */
export function go(root: HTMLElement, to: Direction): void {
  const stops = [...root.querySelectorAll("[data-group]")].flatMap(stopsIn);
  const active = stops.find((stop) => stop === document.activeElement);
  if (!active) return stops[0]?.focus();
  const boxes = stops.map((stop) => stop.getBoundingClientRect());
  const index = nearest(active.getBoundingClientRect(), boxes, to);
  if (index !== null) stops[index]?.focus();
}

/** Makes a group one stop of the Tab key; for {@attach}. */
export function roving(group: HTMLElement): () => void {
  let last = 0;
  const tidy = () => {
    const stops = stopsIn(group);
    const at = Math.min(last, stops.length - 1);
    stops.forEach((stop, index) => (stop.tabIndex = index === at ? 0 : -1));
  };
  const focused = ({ target }: FocusEvent) => {
    const index = stopsIn(group).findIndex((stop) => stop === target);
    if (index >= 0) last = index;
    tidy();
  };
  const observer = new MutationObserver(tidy);
  observer.observe(group, { childList: true, subtree: true });
  group.addEventListener("focusin", focused);
  tidy();
  return () => {
    observer.disconnect();
    group.removeEventListener("focusin", focused);
  };
}

/** Where the focus is, so that it can be put back when what had it is gone; null: not in `root`. */
export function noteFocus(root: HTMLElement): (() => void) | null {
  const active = document.activeElement;
  if (!active || !root.contains(active)) return null;
  const group = active.closest("[data-group]");
  const index = group ? stopsIn(group).findIndex((stop) => stop === active) : -1;
  return () => {
    if (root.contains(document.activeElement)) return;
    const stops = group && root.contains(group) && !group.closest("[inert]") ? stopsIn(group) : [];
    (stops[Math.min(Math.max(index, 0), stops.length - 1)] ?? root).focus({ preventScroll: true });
  };
}

/**
 * Moving the focus with the arrow keys: left and right go round a group of cards or buttons, up
 * and down to what lies above or below, or else to the group before or after. Each group is one
 * stop of the Tab key, where the focus last was in it.
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

function away(from: Box, to: Box, direction: "up" | "down"): number | null {
  const x = (to.left + to.right - from.left - from.right) / 2;
  const y = (to.top + to.bottom - from.top - from.bottom) / 2;
  const ahead = direction === "up" ? -y : y;
  // What is more to the side than ahead lies beside.
  return ahead <= 1 || Math.abs(x) > 2 * ahead ? null : ahead + ASIDE * Math.abs(x);
}

/** The index of the nearest box above or below, or null where there is none. */
export function nearest(from: Box, boxes: readonly Box[], direction: "up" | "down"): number | null {
  let best: number | null = null;
  let least = Infinity;
  boxes.forEach((box, index) => {
    const cost = away(from, box, direction);
    if (cost !== null && cost < least) [best, least] = [index, cost];
  });
  return best;
}

const stopsIn = (area: Element) => [...area.querySelectorAll<HTMLElement>("button")];

/** The stop of a group that the Tab key would reach. */
const entry = (group: Element | undefined) =>
  group && stopsIn(group).find(({ tabIndex }) => tabIndex === 0);

/** Moves the focus; from the table itself, to the first thing there is. */
export function go(root: HTMLElement, to: Direction): void {
  const groups = [...root.querySelectorAll("[data-group]")].filter(
    (one) => stopsIn(one).length > 0,
  );
  const active = document.activeElement;
  if (!active || active === root) return entry(groups[0])?.focus();
  const here = groups.findIndex((group) => group.contains(active));
  if (to === "left" || to === "right") {
    const stops = groups[here] ? stopsIn(groups[here]) : [];
    const index = stops.findIndex((stop) => stop === active) + (to === "right" ? 1 : -1);
    return stops.at(index % stops.length)?.focus();
  }
  const stops = groups.flatMap(stopsIn);
  const boxes = stops.map((stop) => stop.getBoundingClientRect());
  const index = nearest(active.getBoundingClientRect(), boxes, to);
  const beyond = here < 0 ? undefined : groups[here + (to === "down" ? 1 : -1)];
  (index === null ? entry(beyond) : stops[index])?.focus();
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

/**
 * Notes what has the focus. The function it returns gives the focus back, unless something else
 * on the page has it by then.
 */
export function rememberFocus(): () => void {
  const before = document.activeElement;
  return () =>
    queueMicrotask(() => {
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    });
}

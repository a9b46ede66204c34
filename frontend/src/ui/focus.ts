/**
 * Focus management. Arrow keys move the focus: left and right cycle through a group of cards or
 * buttons, up and down go to the nearest element above or below, or else to the previous or next
 * group. Each group is one tab stop (roving tabindex).
 */
import { tick } from "svelte";

export type Direction = "left" | "right" | "up" | "down";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Weight of sideways distance relative to distance ahead. */
const SIDEWAYS_WEIGHT = 3;

/** Return the cost of moving between two boxes, or null if the target lies in another direction. */
function moveCost(from: Box, to: Box, direction: "up" | "down"): number | null {
  const x = (to.left + to.right - from.left - from.right) / 2;
  const y = (to.top + to.bottom - from.top - from.bottom) / 2;
  const ahead = direction === "up" ? -y : y;
  // A box more than twice as far sideways as ahead counts as beside.
  return ahead <= 1 || Math.abs(x) > 2 * ahead ? null : ahead + SIDEWAYS_WEIGHT * Math.abs(x);
}

/** Return the index of the nearest box above or below, or null. */
export function nearest(from: Box, boxes: readonly Box[], direction: "up" | "down"): number | null {
  let best: number | null = null;
  let lowest = Infinity;
  boxes.forEach((box, index) => {
    const cost = moveCost(from, box, direction);
    if (cost !== null && cost < lowest) [best, lowest] = [index, cost];
  });
  return best;
}

const buttonsIn = (area: Element) => [...area.querySelectorAll<HTMLElement>("button")];

/** Return the tab stop of a group. */
const entry = (group: Element | undefined) =>
  group && buttonsIn(group).find(({ tabIndex }) => tabIndex === 0);

/** Move the focus; from the root element itself, to the first group. */
export function go(root: HTMLElement, to: Direction): void {
  const groups = [...root.querySelectorAll("[data-group]")].filter(
    (group) => buttonsIn(group).length > 0,
  );
  const active = document.activeElement;
  if (!active || active === root) return entry(groups[0])?.focus();
  const current = groups.findIndex((group) => group.contains(active));
  if (to === "left" || to === "right") {
    const buttons = groups[current] ? buttonsIn(groups[current]) : [];
    const index = buttons.findIndex((button) => button === active) + (to === "right" ? 1 : -1);
    return buttons.at(index % buttons.length)?.focus();
  }
  const buttons = groups.flatMap(buttonsIn);
  const boxes = buttons.map((button) => button.getBoundingClientRect());
  const index = nearest(active.getBoundingClientRect(), boxes, to);
  const nextGroup = current < 0 ? undefined : groups[current + (to === "down" ? 1 : -1)];
  (index === null ? entry(nextGroup) : buttons[index])?.focus();
}

/** Attachment: make a group one tab stop, the button that last had the focus. */
export function roving(group: HTMLElement): () => void {
  let last = 0;
  const update = () => {
    const buttons = buttonsIn(group);
    const tabStop = Math.min(last, buttons.length - 1);
    buttons.forEach((button, index) => (button.tabIndex = index === tabStop ? 0 : -1));
  };
  const onFocus = ({ target }: FocusEvent) => {
    const index = buttonsIn(group).findIndex((button) => button === target);
    if (index >= 0) last = index;
    update();
  };
  const observer = new MutationObserver(update);
  observer.observe(group, { childList: true, subtree: true });
  group.addEventListener("focusin", onFocus);
  update();
  return () => {
    observer.disconnect();
    group.removeEventListener("focusin", onFocus);
  };
}

/**
 * Remember the focused element inside `root`; null if the focus is elsewhere. The returned function
 * restores the focus if that element has disappeared.
 */
export function noteFocus(root: HTMLElement): (() => void) | null {
  const active = document.activeElement;
  if (!active || !root.contains(active)) return null;
  const group = active.closest("[data-group]");
  const index = group ? buttonsIn(group).findIndex((button) => button === active) : -1;
  return () => {
    if (root.contains(document.activeElement)) return;
    const buttons =
      group && root.contains(group) && !group.closest("[inert]") ? buttonsIn(group) : [];
    (buttons[Math.min(Math.max(index, 0), buttons.length - 1)] ?? root).focus({
      preventScroll: true,
    });
  };
}

/**
 * Remember the focused element. The returned function focuses it again, unless another element has
 * the focus.
 */
export function rememberFocus(): () => void {
  const before = document.activeElement;
  return () =>
    queueMicrotask(() => {
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    });
}

/** Focus an element if the focused button in it has disappeared with a change. */
export async function refocus(element: HTMLElement | undefined): Promise<void> {
  await tick();
  if (!element || (document.activeElement ?? document.body) !== document.body) return;
  element.focus({ preventScroll: true });
}

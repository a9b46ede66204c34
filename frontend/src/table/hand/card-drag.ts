/**
 * Drag of a card onto another, by mouse, touch or pen. A press becomes a drag once the pointer has
 * moved a little; until then it is a tap, which the card's button handles.
 */
import type { Card } from "../../api/wire";
import type { Selection, Side } from "./move-selection";

export interface Point {
  x: number;
  y: number;
}

/** A card on which the dragged one can be dropped. */
export interface Target {
  card: Card;
  box: { left: number; top: number; right: number; bottom: number };
}

export interface Drag {
  readonly pointer: number;
  readonly side: Side;
  readonly card: Card;
  readonly start: Point;
  /** Distance the card has moved; null while the press may still be a tap. */
  readonly offset: Point | null;
  /** Card that would receive the dropped card now. */
  readonly over: Card | null;
  /** Whether the card was dropped on another; it stays there until the server responds. */
  readonly dropped: boolean;
}

/** Maximum distance in px that the pointer moves in a tap. */
export const TAP_SLOP = 6;
/** Maximum distance in px from a card at which a drop still hits it. */
export const DROP_REACH = 12;

const otherSide = (side: Side): Side => (side === "given" ? "taken" : "given");

export function startDrag(pointer: number, side: Side, card: Card, start: Point): Drag {
  return { pointer, side, card, start, offset: null, over: null, dropped: false };
}

/** Return the card at a point; of several within reach, the one with the nearest centre. */
export function targetAt({ x, y }: Point, targets: readonly Target[]): Card | null {
  let best: Card | null = null;
  let least = Infinity;
  for (const { card, box } of targets) {
    const beside = Math.max(box.left - x, x - box.right, box.top - y, y - box.bottom);
    const distance = Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2);
    if (beside <= DROP_REACH && distance < least) [best, least] = [card, distance];
  }
  return best;
}

/** Return the drag with the pointer at another point. */
export function moveDrag(drag: Drag, at: Point, targets: readonly Target[]): Drag {
  if (drag.dropped) return drag;
  const offset = { x: at.x - drag.start.x, y: at.y - drag.start.y };
  if (drag.offset === null && Math.hypot(offset.x, offset.y) <= TAP_SLOP) return drag;
  return { ...drag, offset, over: targetAt(at, targets) };
}

/** Return the dragged card alone as a selection. */
export const draggedCard = ({ side, card }: Drag): Selection => ({
  given: side === "given" ? card : null,
  taken: side === "taken" ? card : null,
});

/** Return the dragged card and the one below it as a selection. */
export const dragSelection = (drag: Drag): Selection => ({
  ...draggedCard(drag),
  [otherSide(drag.side)]: drag.over,
});

const SIDES: Readonly<Record<string, Side>> = { hand: "given", table: "taken" };

const cardButton = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("button[data-place-of]") : null;

function targetsOf(root: HTMLElement, side: Side): Target[] {
  const place = side === "given" ? "table" : "hand";
  return [...root.querySelectorAll<HTMLElement>(`button[data-place-of="${place}"]`)].map(
    (element) => ({ card: element.dataset["card"] ?? "", box: element.getBoundingClientRect() }),
  );
}

/** Part of a table that a drag changes. */
interface DragTable {
  drag: Drag | null;
  notice: string | null;
  readonly busy: boolean;
  drop(): void;
  endDrag(): void;
}

/** Make the cards in `root` draggable; for {@attach}. */
export function draggable(root: HTMLElement, table: DragTable): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let dragged: HTMLElement | null = null;
  let endTime = 0; // of the last drag: the click that follows it is ignored

  const isDragging = ({ pointerId }: PointerEvent) => table.drag?.pointer === pointerId;

  root.addEventListener(
    "pointerdown",
    (event) => {
      const button = cardButton(event.target);
      const side = SIDES[button?.dataset["placeOf"] ?? ""];
      const card = button?.dataset["card"];
      // If the same pointer presses again, its release was not reported.
      const other = table.drag !== null && !isDragging(event);
      if (!side || card === undefined || event.button !== 0 || other || table.busy) return;
      dragged = button;
      table.drag = startDrag(event.pointerId, side, card, { x: event.clientX, y: event.clientY });
    },
    { signal },
  );

  root.addEventListener(
    "pointermove",
    (event) => {
      const drag = table.drag;
      if (!drag || drag.dropped || !isDragging(event)) return;
      if (event.buttons === 0) return table.endDrag();
      const at = { x: event.clientX, y: event.clientY };
      const next = moveDrag(drag, at, targetsOf(root, drag.side));
      if (drag.offset === null && next.offset !== null) {
        dragged?.setPointerCapture(event.pointerId);
        table.notice = null;
      }
      table.drag = next;
    },
    { signal },
  );

  root.addEventListener(
    "pointerup",
    (event) => {
      if (!isDragging(event)) return;
      if (table.drag?.offset) endTime = event.timeStamp;
      table.drop();
    },
    { signal },
  );
  // The pointer may be released outside of the window, or be captured by the system.
  for (const type of ["pointercancel", "lostpointercapture"] as const)
    root.addEventListener(
      type,
      (event) => isDragging(event) && !table.drag?.dropped && table.endDrag(),
      {
        signal,
      },
    );

  root.addEventListener(
    "click",
    (event) => {
      if (event.detail === 0 || event.timeStamp - endTime > 50) return;
      event.stopPropagation();
      event.preventDefault();
    },
    { signal, capture: true },
  );
  return () => listeners.abort();
}

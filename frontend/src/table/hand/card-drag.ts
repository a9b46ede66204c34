/**
 * A card dragged onto another, as a little machine: where the pointer is goes in, what the cards
 * show comes out. A press becomes a drag once the pointer has moved a little; until then it is a tap.
 */
import type { Card } from "../../api/wire";
import type { Aim } from "./move-selection";
import type { TableState } from "../table-state.svelte";

export type Side = keyof Aim;

export interface Point {
  x: number;
  y: number;
}

export interface Target {
  card: Card;
  box: { left: number; top: number; right: number; bottom: number };
}

export interface Drag {
  readonly pointer: number;
  readonly side: Side;
  readonly card: Card;
  readonly from: Point;
  /** How far the card has come; null: the pointer is down, and may yet be a tap. */
  readonly by: Point | null;
  /** The card it would be exchanged with if let go now. */
  readonly over: Card | null;
  /** Let go on a card: it stays there until the table answers. */
  readonly dropped: boolean;
}

/** So far a pointer may slip in a tap, in px. */
export const SLACK = 6;
/** So far beside a card still counts as on it, in px. */
export const REACH = 12;

const otherSide = (side: Side): Side => (side === "given" ? "taken" : "given");

export function pressed(pointer: number, side: Side, card: Card, from: Point): Drag {
  return { pointer, side, card, from, by: null, over: null, dropped: false };
}

/** The card at a point: the one whose middle is nearest, of those within reach. */
export function targetAt({ x, y }: Point, targets: readonly Target[]): Card | null {
  let best: Card | null = null;
  let least = Infinity;
  for (const { card, box } of targets) {
    const beside = Math.max(box.left - x, x - box.right, box.top - y, y - box.bottom);
    const away = Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2);
    if (beside <= REACH && away < least) [best, least] = [card, away];
  }
  return best;
}

export function moved(drag: Drag, at: Point, targets: readonly Target[]): Drag {
  if (drag.dropped) return drag;
  const by = { x: at.x - drag.from.x, y: at.y - drag.from.y };
  if (drag.by === null && Math.hypot(by.x, by.y) <= SLACK) return drag;
  return { ...drag, by, over: targetAt(at, targets) };
}

/** The dragged card alone, as an aim. */
export const carried = ({ side, card }: Drag): Aim => ({
  given: side === "given" ? card : null,
  taken: side === "taken" ? card : null,
});

/** What the drag aims at: the dragged card, and the one below it if there is one. */
export const aimOf = (drag: Drag): Aim => ({
  ...carried(drag),
  [otherSide(drag.side)]: drag.over,
});

/** The pointer at the table: mouse, touch and pen drag cards; a tap is left to the buttons. */

const SIDES: Readonly<Record<string, Side>> = { hand: "given", table: "taken" };

const cardAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("button[data-place-of]") : null;

function targetsFor(root: HTMLElement, side: Side): Target[] {
  const place = side === "given" ? "table" : "hand";
  return [...root.querySelectorAll<HTMLElement>(`button[data-place-of="${place}"]`)].map(
    (element) => ({ card: element.dataset["card"] ?? "", box: element.getBoundingClientRect() }),
  );
}

/** Lets the cards in `root` be dragged; for {@attach}. */
export function draggable(root: HTMLElement, table: TableState): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let held: HTMLElement | null = null;
  let ended = 0; // when a drag ended: the click that comes with it is no tap

  const own = ({ pointerId }: PointerEvent) => table.drag?.pointer === pointerId;

  root.addEventListener(
    "pointerdown",
    (event) => {
      const button = cardAt(event.target);
      const side = SIDES[button?.dataset["placeOf"] ?? ""];
      const card = button?.dataset["card"];
      // The same pointer again: it was let go where nobody heard of it.
      const taken = table.drag !== null && !own(event);
      if (!side || card === undefined || event.button !== 0 || taken || table.busy) return;
      held = button;
      table.drag = pressed(event.pointerId, side, card, { x: event.clientX, y: event.clientY });
    },
    { signal },
  );

  root.addEventListener(
    "pointermove",
    (event) => {
      const drag = table.drag;
      if (!drag || drag.dropped || !own(event)) return;
      if (event.buttons === 0) return table.letGo();
      const at = { x: event.clientX, y: event.clientY };
      const next = moved(drag, at, targetsFor(root, drag.side));
      if (drag.by === null && next.by !== null) {
        held?.setPointerCapture(event.pointerId);
        table.notice = null;
      }
      table.drag = next;
    },
    { signal },
  );

  root.addEventListener(
    "pointerup",
    (event) => {
      if (!own(event)) return;
      if (table.drag?.by) ended = event.timeStamp;
      table.drop();
    },
    { signal },
  );
  // The pointer may be let go outside of the window, or be taken away by the system.
  for (const type of ["pointercancel", "lostpointercapture"] as const)
    root.addEventListener(type, (event) => own(event) && !table.drag?.dropped && table.letGo(), {
      signal,
    });

  root.addEventListener(
    "click",
    (event) => {
      if (event.detail === 0 || event.timeStamp - ended > 50) return;
      event.stopPropagation();
      event.preventDefault();
    },
    { signal, capture: true },
  );
  return () => listening.abort();
}

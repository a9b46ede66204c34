/** The pointer at the table: mouse, touch and pen drag cards; a tap is left to the buttons. */
import { moved, pressed, type Side, type Target } from "./dragging";
import type { TableState } from "./table.svelte";

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

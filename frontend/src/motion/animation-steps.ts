/** Steps of an animation, derived from the events of a match. */
import type { Card, RoundEvent, TableEvent, View } from "../api/wire";

export type AnimationStep =
  /** `own` is the reader's seat; `table` is turned up in the middle. */
  | { kind: "deal"; dealer: number; own: number | null; table: Card[] }
  | { kind: "exchange"; seat: number }
  /** The table cards are discarded and replaced from the talon. */
  | { kind: "table"; aside: Card[]; cards: Card[] }
  /** The dealer has chosen a hand; these cards of the other hand are turned up. */
  | { kind: "choice"; seat: number; took: boolean; cards: Card[] }
  | { kind: "close"; seat: number }
  /** Hands are turned over in this order. */
  | { kind: "show"; seats: number[] }
  | { kind: "pay"; seat: number; chips: number }
  | { kind: "swim"; seat: number };

function stepsOfEvent(h: RoundEvent, view: View): AnimationStep[] {
  if (h.kind === "table") return [{ kind: "table", aside: h.given, cards: h.cards }];
  if (h.seat === null) return [];
  const { seat } = h;
  switch (h.kind) {
    case "dealt":
      return [{ kind: "deal", dealer: seat, own: view.seat, table: h.cards }];
    case "choice":
      return [{ kind: "choice", seat, took: h.action === "take", cards: h.cards }];
    case "close":
      return [{ kind: "close", seat }];
    case "shown":
      return [{ kind: "show", seats: [seat] }];
    case "exchange":
      return h.closes
        ? [
            { kind: "exchange", seat },
            { kind: "close", seat },
          ]
        : [{ kind: "exchange", seat }];
    default:
      return [];
  }
}

/** Show the hands in turn order, then the lives paid, then the players who swim. */
function stepsOfEnd({ result }: View): AnimationStep[] {
  if (!result) return [];
  const all = result.hands.length;
  const first = result.by ?? result.leader;
  const seats = result.hands
    .map((_, i) => (first + i) % all)
    .filter((seat) => result.hands[seat] != null);
  const steps: AnimationStep[] = [{ kind: "show", seats }];
  for (const seat of seats) {
    const chips = result.lost?.[seat] ?? 0;
    if (chips === 0) continue;
    steps.push({ kind: "pay", seat, chips });
    if (result.status?.[seat] === "swimming") steps.push({ kind: "swim", seat });
  }
  return steps;
}

/**
 * Return the steps that animate some events. Several moves at once are not animated; the result has
 * only the steps of the round's end, if any.
 */
export function animationSteps(events: readonly TableEvent[], view: View): AnimationStep[] {
  const moves = events.filter(({ type }) => type === "action" || type === "round");
  if (moves.length === 0) return [];
  const ended = moves.some(({ history }) => history.some(({ kind }) => kind === "end"));
  const end = ended ? stepsOfEnd(view) : [];
  if (moves.length > 1) return end;
  const steps = moves.flatMap(({ history }) => history.flatMap((h) => stepsOfEvent(h, view)));
  return ended ? [...steps.filter(({ kind }) => kind !== "show"), ...end] : steps;
}

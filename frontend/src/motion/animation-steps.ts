/** What the table shows of an event: which hands move what. */
import type { Card, RoundEvent, TableEvent, View } from "../api/wire";

export type Act =
  /** `mine` is the reader's seat, `table` what is turned up in the middle. */
  | { kind: "deal"; dealer: number; mine: number | null; table: Card[] }
  | { kind: "exchange"; seat: number }
  /** The table cards go aside, new ones come from the talon. */
  | { kind: "table"; aside: Card[]; cards: Card[] }
  /** The dealer has chosen a hand; these cards of the other one are turned up. */
  | { kind: "choice"; seat: number; took: boolean; cards: Card[] }
  | { kind: "close"; seat: number }
  /** Hands are turned over, in this order. */
  | { kind: "show"; seats: number[] }
  | { kind: "pay"; seat: number; chips: number }
  | { kind: "swim"; seat: number };

function actOf(h: RoundEvent, view: View): Act[] {
  if (h.kind === "table") return [{ kind: "table", aside: h.given, cards: h.cards }];
  if (h.seat === null) return [];
  const { seat } = h;
  switch (h.kind) {
    case "dealt":
      return [{ kind: "deal", dealer: seat, mine: view.seat, table: h.cards }];
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

/** The end of a round: the hands in turn order, then what is paid, then who swims. */
function endOf({ result }: View): Act[] {
  if (!result) return [];
  const all = result.hands.length;
  const first = result.by ?? result.leader;
  const seats = result.hands
    .map((_, i) => (first + i) % all)
    .filter((seat) => result.hands[seat] != null);
  const acts: Act[] = [{ kind: "show", seats }];
  for (const seat of seats) {
    const chips = result.lost?.[seat] ?? 0;
    if (chips === 0) continue;
    acts.push({ kind: "pay", seat, chips });
    if (result.status?.[seat] === "swimming") acts.push({ kind: "swim", seat });
  }
  return acts;
}

/**
 * What is to be seen of these events. Where more than one move has come at once only where it
 * led to is shown: a round's end, or nothing but cards that are elsewhere.
 */
export function actsOf(events: readonly TableEvent[], view: View): Act[] {
  const moves = events.filter(({ type }) => type === "action" || type === "round");
  if (moves.length === 0) return [];
  const ended = moves.some(({ happenings }) => happenings.some(({ kind }) => kind === "end"));
  const end = ended ? endOf(view) : [];
  if (moves.length > 1) return end;
  const acts = moves.flatMap(({ happenings }) => happenings.flatMap((h) => actOf(h, view)));
  return ended ? [...acts.filter(({ kind }) => kind !== "show"), ...end] : acts;
}

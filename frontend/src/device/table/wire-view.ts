/**
 * Views, events and results of the engine as the server writes them (docs/wire.md): the fields of
 * messages, which leave out defaults, and all fields, as replays have them.
 */
import type { Loss, RoundEvent, RoundResult, SeatView, View } from "schwimmen";
import type * as sent from "../../api/generated";
import type * as wire from "../../api/wire";

/** Return the fields whose value is not null, false or empty; numbers stay. */
export function withoutDefaults<T extends object>(fields: T): T {
  const kept = Object.entries(fields).filter(
    ([, value]) => typeof value === "number" || !isEmpty(value),
  );
  return Object.fromEntries(kept) as T;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return !value;
}

/** Return an event of a round, as in a message. */
export const roundEvent = (event: RoundEvent): sent.RoundEvent =>
  withoutDefaults(wholeEvent(event));

/** Return the result of a round, as in a message. */
export const roundResult = (result: RoundResult): sent.RoundResult =>
  withoutDefaults(wholeResult(result));

/** Return a loss, as in a message. */
export const loss = (one: Loss): sent.Loss => withoutDefaults(one);

/** Return the part of a view that all may see, as in a message: without the history. */
export function publicView(view: View): sent.PublicView {
  const whole = wholeView(view);
  return withoutDefaults({
    ...whole,
    seats: whole.seats.map(withoutDefaults),
    result: view.result && roundResult(view.result),
    losses: view.losses.map(loss),
  });
}

/** Return the part of a view that only its seat may see, as in a message. */
export function ownView({ rules, seat, toAct, hand, value, suit, choices, refused }: View) {
  const kinds: readonly string[] = rules.actions;
  return withoutDefaults<sent.OwnView>({
    hand,
    value,
    suit,
    choices: choices.map(({ action, value, suit, closes }) =>
      withoutDefaults({ action, value, suit, closes: closes && !action.endsWith("!") }),
    ),
    refused:
      seat !== null && toAct === seat
        ? Object.fromEntries(Object.entries(refused).filter(([kind]) => kinds.includes(kind)))
        : {},
  });
}

/** Return an event of a round with all fields; it must not be changed. */
export const wholeEvent = (event: RoundEvent) => event as wire.RoundEvent;

/** Return the result of a round with all fields. */
export function wholeResult({ totals, ...result }: RoundResult): wire.RoundResult {
  const hands = result.hands.map((hand) => hand?.join(" ") ?? null);
  return { ...result, hands }; // totals are the seats' in the view
}

/** Return the part of a view that all may see with all fields, without the history. */
export function wholeView(view: View): wire.PublicView {
  return {
    phase: view.phase,
    number: view.number,
    dealer: view.dealer,
    leader: view.leader,
    to_act: view.toAct,
    turns: view.turns,
    last_turns: view.lastTurns,
    table: view.table,
    talon: view.talon,
    aside: view.aside,
    seats: view.seats.map(wholeSeat),
    all_closes: view.allCloses,
    result: view.result && wholeResult(view.result),
    losses: view.losses,
    replayed: view.replayed,
    over: view.over,
    winners: view.winners,
  };
}

function wholeSeat({ lastAction, ...seat }: SeatView): wire.SeatView {
  return { ...seat, last_action: lastAction };
}

/**
 * Encoders of the engine's views, events and results in the server's form (docs/wire.md): without
 * defaults for messages, with all fields for replays.
 */
import type { Loss, RoundEvent, RoundResult, View } from "schwimmen";
import { SEAT_FIELDS, VIEW_FIELDS } from "../../api/defaults.generated";
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
export const wholeView = (view: View): wire.PublicView => ({
  ...inSnakeCase<wire.PublicView>(view, VIEW_FIELDS),
  seats: view.seats.map((seat) => inSnakeCase<wire.SeatView>(seat, SEAT_FIELDS)),
  result: view.result && wholeResult(view.result),
});

/** Rename fields of the engine as in messages. */
function inSnakeCase<T>(found: object, names: readonly string[]): T {
  const fields = found as Readonly<Record<string, unknown>>;
  const inCamelCase = (name: string) =>
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(names.map((name) => [name, fields[inCamelCase(name)]])) as T;
}

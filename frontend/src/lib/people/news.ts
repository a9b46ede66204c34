/** What happens among the people at a table, as whoever listens hears it. */
import type { TableEvent, TableInfo } from "../api/wire";
import type { Catalogue, Who } from "../i18n";
import { isolated } from "./names";

interface Now {
  seat: number | null;
  info: TableInfo | null;
  whoIs(seat: number): Who;
}

/** One event among people, in a sentence; null: it is told elsewhere, or not at all. */
export function personWords(
  { type, seat, asked_by, why }: TableEvent,
  at: Pick<Now, "whoIs">,
  t: Catalogue,
): string | null {
  if (seat === null) return type === "resumed" ? t.people.resumed : null;
  const who = at.whoIs(seat);
  switch (type) {
    case "joined":
      return t.people.joined(who);
    case "left":
      return asked_by === null ? t.people.left(who) : t.people.freed(who);
    case "away":
      return why === null ? null : t.people.away[why](who);
    case "back":
      return t.people.back(who);
    case "ready":
      return t.people.isReady(who);
    case "rematch":
      return t.people.rematch(who);
    case "changed":
      return t.people.changed(who);
    case "started":
      return t.people.started;
    default:
      return null;
  }
}

/** The same for all news; who has left is called what they were called `before`. */
export function companyWords(
  events: readonly TableEvent[],
  before: { table: TableInfo | null; seat: number | null },
  at: Now,
  t: Catalogue,
): string[] {
  return events.flatMap((event) => {
    const gone = before.table?.seats.find(({ seat }) => seat === event.seat);
    const asBefore = event.type === "left" && gone !== undefined;
    const whoIs = asBefore
      ? (seat: number) => ({ name: isolated(gone.name), you: seat === before.seat })
      : at.whoIs;
    return personWords(event, { whoIs }, t) ?? [];
  });
}

/** Cards lie where they lie: one that comes takes the place of one that went. */
import type { Card } from "../api/wire";

/** The cards of now in places that those of before keep; a new hand or table in its own order. */
export function settled(before: readonly Card[], now: readonly Card[]): Card[] {
  const coming = now.filter((card) => !before.includes(card));
  if (before.length !== now.length || coming.length === now.length) return [...now];
  return before.map((card) => (now.includes(card) ? card : (coming.shift() ?? card)));
}

/** Why the server did not take a message, in words. */
import type { Refused } from "../api/wire";
import { find, t } from "../i18n";

/** In the reader's language, else as the server says it; a reason is why a move is illegal. */
export function refusal({ reason, code, message }: Refused): string {
  if (reason !== null) return find(t.refused, reason) ?? t.refused.other;
  return find(t.people.refused, code) ?? find(t.start.problems, code) ?? message;
}

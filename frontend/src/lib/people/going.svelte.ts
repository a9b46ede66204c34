/** Opens or finds a table with several people and goes there, or says what stands in the way. */
import { ApiError, getTable } from "../api/http";
import type { TableMade } from "../api/wire";
import { find, t } from "../i18n";
import { rememberName } from "../start/last";
import { tablePath } from "../route";
import { router } from "../router.svelte";
import { reasonOf } from "../start/reason";
import { fieldOf, type Field } from "./terms.svelte";

export class Going {
  busy = $state(false);
  /** Why it could not be, and at which field. */
  problem = $state.raw<{ field: Field | null; words: string } | null>(null);

  /** What to say at a field. */
  at(field: Field | null): string {
    return this.problem?.field === field ? this.problem.words : "";
  }

  /** Whether it worked. */
  async go(name: string, ask: (name: string) => Promise<TableMade>): Promise<boolean> {
    if (this.busy) return false;
    const own = name.trim();
    this.problem = own ? null : { field: "name", words: t.friends.noName };
    if (!own) return false;
    this.busy = true;
    try {
      const { id } = await ask(own);
      rememberName(own);
      // Without its cookie a browser would be a stranger there.
      const { seats } = await getTable(id);
      if (seats.some(({ you }) => you)) {
        router.go(tablePath(id));
        return true;
      }
      this.problem = { field: null, words: t.start.noCookies };
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "";
      this.problem = {
        field: fieldOf(code),
        words: find(t.people.refused, code) ?? reasonOf(error),
      };
    } finally {
      this.busy = false;
    }
    return false;
  }
}

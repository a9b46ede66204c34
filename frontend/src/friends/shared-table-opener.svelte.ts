/** Opens or finds a table with several people and goes there, or says what stands in the way. */
import { ApiError, getTable } from "../api/http";
import type { TableCreated } from "../api/wire";
import { find, t } from "../i18n";
import { saveName } from "../setup/game";
import { tablePath } from "../router/route";
import { router } from "../router/router.svelte";
import { errorText } from "../i18n/error-text";
import { fieldOfError, type FormField } from "./shared-table-draft.svelte";

export class SharedTableOpener {
  busy = $state(false);
  /** Why it could not be, and at which field. */
  problem = $state.raw<{ field: FormField | null; words: string } | null>(null);

  /** What to say at a field. */
  at(field: FormField | null): string {
    return this.problem?.field === field ? this.problem.words : "";
  }

  /** Whether it worked. */
  async go(name: string, ask: (name: string) => Promise<TableCreated>): Promise<boolean> {
    if (this.busy) return false;
    const own = name.trim();
    this.problem = own ? null : { field: "name", words: t.friends.noName };
    if (!own) return false;
    this.busy = true;
    try {
      const { id } = await ask(own);
      saveName(own);
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
        field: fieldOfError(code),
        words: find(t.people.refused, code) ?? errorText(error),
      };
    } finally {
      this.busy = false;
    }
    return false;
  }
}

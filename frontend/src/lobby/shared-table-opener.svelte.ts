/** Requests that open or find a shared table, with their errors for a form. */
import { ApiError, getServerTable } from "../api/http";
import type { TableCreated } from "../api/wire";
import { find, t } from "../i18n";
import { saveName } from "../game/game";
import { tablePath } from "../router/route";
import { router } from "../router/router.svelte";
import { errorText } from "../api/error-text";
import { fieldOfError, type FormField } from "../setup/shared-table-draft.svelte";

export class SharedTableOpener {
  busy = $state(false);
  /** The error message with its form field. */
  problem = $state.raw<{ field: FormField | null; text: string } | null>(null);

  /** Return the error message for a field, or an empty string. */
  problemAt(field: FormField | null): string {
    return this.problem?.field === field ? this.problem.text : "";
  }

  /** Open or find a table by `request` and go there; return whether that succeeded. */
  async open(name: string, request: (name: string) => Promise<TableCreated>): Promise<boolean> {
    if (this.busy) return false;
    const trimmed = name.trim();
    this.problem = trimmed ? null : { field: "name", text: t.friends.noName };
    if (!trimmed) return false;
    this.busy = true;
    try {
      const { id } = await request(trimmed);
      saveName(trimmed);
      // A browser that refuses cookies has no seat at its own table.
      const { seats } = await getServerTable(id);
      if (seats.some(({ you }) => you)) {
        router.go(tablePath(id));
        return true;
      }
      this.problem = { field: null, text: t.start.noCookies };
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "";
      this.problem = {
        field: fieldOfError(code),
        text: find(t.people.refused, code) ?? errorText(error),
      };
    } finally {
      this.busy = false;
    }
    return false;
  }
}

import { getTable, postTable } from "../api/http";
import type { NewTable, TableInfo } from "../api/wire";
import { t } from "../i18n";
import { tablePath } from "../router/route";
import { router } from "../router/router.svelte";
import { saveGame } from "./game";
import { errorText } from "../i18n/error-text";

/** Opens a table, one at a time, and goes to its page, or says what stands in the way. */
export class TableOpener {
  busy = $state(false);
  problem = $state("");

  async open(wanted: NewTable): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    try {
      const { id } = await postTable({ ...wanted, name: wanted.name || t.start.defaultName });
      saveGame(wanted);
      // Without its cookie a browser would only watch there.
      const { seats } = await getTable(id);
      if (seats.some(({ you }) => you)) router.go(tablePath(id));
      else this.problem = t.start.noCookies;
    } catch (error) {
      this.problem = errorText(error);
    } finally {
      this.busy = false;
    }
  }

  /** Opens a table with the rules, the name and the bots of another. */
  async again(info: TableInfo, seat: number): Promise<void> {
    await this.open({
      preset: info.rules.preset,
      options: info.rules.options,
      name: info.seats[seat]?.name ?? "",
      opponents: info.seats.flatMap(({ level, name }) => (level === null ? [] : [{ level, name }])),
    });
  }
}

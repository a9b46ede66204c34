import { getTable, postTable } from "../api/http";
import type { NewTable, TableInfo } from "../api/wire";
import { t } from "../i18n";
import { tablePath } from "../router/route";
import { router } from "../router/router.svelte";
import { loadTablePage } from "../table/load";
import { saveGame } from "./game";
import { errorText } from "../i18n/error-text";

/** Opening a table against bots and navigating to it, with the error to show if that fails. */
export class TableOpener {
  busy = $state(false);
  problem = $state("");

  async open(request: NewTable): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    const loading = loadTablePage().catch(() => undefined); // the page itself says if it fails
    try {
      const { id } = await postTable({ ...request, name: request.name || t.start.defaultName });
      saveGame(request);
      // A browser that refuses cookies could only watch.
      const { seats } = await getTable(id);
      await loading;
      if (seats.some(({ you }) => you)) router.go(tablePath(id));
      else this.problem = t.start.noCookies;
    } catch (error) {
      this.problem = errorText(error);
    } finally {
      this.busy = false;
    }
  }

  /** Open a table with the rules, the player's name and the bots of an earlier one. */
  async again(info: TableInfo, seat: number): Promise<void> {
    await this.open({
      preset: info.rules.preset,
      options: info.rules.options,
      name: info.seats[seat]?.name ?? "",
      opponents: info.seats.flatMap(({ level, name }) => (level === null ? [] : [{ level, name }])),
    });
  }
}

import { ApiError, getTable, postDaily, postTable } from "../api/http";
import type { NewTable, TableCreated, TableInfo } from "../api/wire";
import { t } from "../i18n";
import { tablePath } from "../router/route";
import { router } from "../router/router.svelte";
import { loadTablePage } from "../table/load";
import { savedName, saveGame } from "./game";
import { errorText } from "../i18n/error-text";

/** Opening a table against bots, or for the deal of the day, and navigating to it, with the error to show if that fails. */
export class TableOpener {
  busy = $state(false);
  problem = $state("");
  /** The code of the error, if the server refused the request. */
  code = "";

  async open(request: NewTable): Promise<void> {
    await this.#enter(async () => {
      const created = await postTable({ ...request, name: request.name || t.start.defaultName });
      saveGame(request);
      return created;
    });
  }

  /** Open the table for the deal of the day, or the one where the player has begun it. */
  async openDaily(date: string, variant: string): Promise<void> {
    const name = savedName() || t.start.defaultName;
    await this.#enter(() => postDaily({ date, variant, name }));
  }

  async #enter(create: () => Promise<TableCreated>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = this.code = "";
    const loading = loadTablePage().catch(() => undefined); // the page itself says if it fails
    try {
      const { id } = await create();
      // A browser that refuses cookies could only watch.
      const { seats } = await getTable(id);
      await loading;
      if (seats.some(({ you }) => you)) router.go(tablePath(id));
      else this.problem = t.start.noCookies;
    } catch (error) {
      this.problem = errorText(error);
      if (error instanceof ApiError) this.code = error.code;
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

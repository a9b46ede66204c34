import { ApiError, getServerTable, postDaily, postTable } from "../api/http";
import type { NewTable, TableCreated, TableInfo } from "../api/wire";
import { t } from "../i18n";
import { tablePath } from "../router/route";
import { router } from "../router/router.svelte";
import { playFiles } from "../device/play-files.svelte";
import type { Terms } from "../game/challenge";
import { placeToPlay, wantsDevice } from "../offline/server-status.svelte";
import { savedName, saveGame } from "../game/game";
import { errorText } from "../api/error-text";

/** Error: the server has opened a table at which the player has no seat. */
class NoSeat extends Error {}

/** Return the id of a table that the server has opened, or throw `NoSeat`, without cookies. */
async function onServer(created: Promise<TableCreated>): Promise<string> {
  const { id } = await created;
  const { seats } = await getServerTable(id);
  if (!seats.some(({ you }) => you)) throw new NoSeat();
  return id;
}

/** Whether bots play that only the server has. */
const needsServer = ({ opponents }: NewTable): boolean => opponents.some(({ bot }) => bot);

/** Open a table on the device, or on the server if bots, settings or browser require it. */
async function openTable(table: NewTable): Promise<string> {
  if (needsServer(table) || (await placeToPlay()) === "server") return onServer(postTable(table));
  const { device } = await import("../device/device");
  return device.open(table);
}

/** Opener of tables for one person, which goes to the table or has the error to show. */
export class TableOpener {
  busy = $state(false);
  problem = $state("");
  /** The code of the error, if the server refused the request. */
  code = "";

  /** Fetch the files of a table, if it is going to be on the device. */
  fetchFiles = async (): Promise<void> => {
    if (wantsDevice()) await playFiles.fetch();
  };

  async open(request: NewTable): Promise<void> {
    const open = async () => {
      const id = await openTable({ ...request, name: request.name || t.start.defaultName });
      saveGame(request);
      return id;
    };
    await this.#enter(open, needsServer(request) ? undefined : this.fetchFiles);
  }

  /** Open the table for the deal of the day, or continue the player's own. */
  async openDaily(date: string, variant: string): Promise<void> {
    const name = savedName() || t.start.defaultName;
    await this.#enter(() => onServer(postDaily({ date, variant, name })));
  }

  /** Open a table on the device for a challenge with a text. */
  async openChallenge({ game, seed }: Terms, challenge: string): Promise<void> {
    const name = savedName() || t.start.defaultName;
    await this.#enter(
      async () => {
        const { device } = await import("../device/device");
        return device.open({ ...game, name, seed, challenge });
      },
      () => playFiles.fetch(),
    );
  }

  /** Open a table and navigate to it, after its files have been fetched. */
  async #enter(
    open: () => Promise<string>,
    fetchFiles: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = this.code = "";
    try {
      await fetchFiles();
      const loading = router.preload("table").catch(() => undefined); // the page shows a failure
      const id = await open();
      await loading;
      router.go(tablePath(id));
    } catch (error) {
      this.problem = error instanceof NoSeat ? t.start.noCookies : errorText(error);
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
      opponents: info.seats.flatMap(({ level, name, bot }) =>
        level === null ? [] : [bot === null ? { level, name } : { level, bot }],
      ),
    });
  }
}

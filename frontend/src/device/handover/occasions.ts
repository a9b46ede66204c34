/** Handover of this device's finished matches to the server. */
import { postDeviceMatch } from "../../api/http";
import { settings } from "../../storage/settings.svelte";
import { SITE } from "../../site";
import { Handover, type HandoverStore } from "./queue";
import { readLog, UnplayableLog } from "../table/log";
import { openStore } from "../storage/own-tables";
import { canPlayHere } from "../support";

const finished: HandoverStore = {
  async pending() {
    const rows = await (await openStore()).tables();
    return rows
      .filter(({ over, closed, handedOver }) => over && closed === null && handedOver === null)
      .map(({ id }) => id)
      .reverse();
  },
  async match(id) {
    const store = await openStore();
    const [row, stored] = await Promise.all([store.table(id), store.log(id)]);
    try {
      return { log: readLog(stored), hints: row?.hints };
    } catch (error) {
      if (error instanceof UnplayableLog) return null;
      throw error;
    }
  },
  async settle(id, result) {
    const handedOver = "refused" in result ? "refused" : result.at;
    await (await openStore()).change(id, { handedOver });
  },
};

const handover = new Handover(finished, postDeviceMatch, () => settings.handOver && !SITE);

/** Run an action while no tab hands over matches. */
export const withoutHandover = <T>(action: () => Promise<T>): Promise<T> =>
  canPlayHere() ? navigator.locks.request("schwimmen.hand-over", action) : action();

/** Hand over all finished matches; if server or storage fails, the next occasion tries again. */
export async function handOverMatches(): Promise<void> {
  if (!canPlayHere()) return;
  await withoutHandover(() => handover.run()).catch((error: unknown) =>
    console.warn("not handed over", error),
  );
}

/** Ask the browser not to delete the matches, and hand over the one that has just ended. */
export async function matchEnded(): Promise<void> {
  if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  await handOverMatches();
}

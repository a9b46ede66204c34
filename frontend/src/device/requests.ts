/** Requests about tables wherever they are played: on the server, or on this device. */
import { ApiError, getServerTable, getServerTables } from "../api/http";
import { getServerRecord, getServerStory, recordPath } from "../api/matches";
import { isDeviceTable } from "../api/table-id";
import type { OwnTable, Story, TableSummary } from "../api/wire";
import { tablePath } from "../router/route";
import { besidePage } from "../site";
import { saveFile } from "../ui/downloads";
import { canPlayHere } from "./support";

/** Return the client of this device's worker, loaded on demand. */
const onDevice = async () => (await import("./device")).device;

/** Return the player's tables on the server; null if it does not respond and the device has some. */
export async function getTablesIfOnline(): Promise<TableSummary[] | null> {
  try {
    return await getServerTables();
  } catch (error) {
    if (error instanceof ApiError && error.status === 0 && canPlayHere()) return null;
    throw error;
  }
}

/** Return the player's tables on the server and on this device, newest first. */
export async function getTables(): Promise<TableSummary[]> {
  const { withOwnTables } = await import("./storage/own-tables");
  return withOwnTables(await getTablesIfOnline());
}

export const getTable = async (id: string): Promise<OwnTable> =>
  isDeviceTable(id) ? (await onDevice()).table(id) : getServerTable(id);
export const getStory = async (id: string): Promise<Story> =>
  isDeviceTable(id) ? (await onDevice()).story(id) : getServerStory(id);
export const getRecord = async (id: string): Promise<object> =>
  isDeviceTable(id) ? (await onDevice()).record(id) : getServerRecord(id);

/** Return the attributes of a link that downloads the record of a table. */
export function recordLink(id: string) {
  if (!isDeviceTable(id)) return { href: besidePage(recordPath(id)), download: "" };
  const onclick = async (event: MouseEvent) => {
    event.preventDefault();
    const record = (await getRecord(id)) as { rules: { preset: string }; date: string };
    const name = `${record.rules.preset}-${record.date}-${id}.schwimmen.json`;
    saveFile(new File([`${JSON.stringify(record)}\n`], name, { type: "application/json" }));
  };
  return { href: tablePath(id), download: "", onclick };
}

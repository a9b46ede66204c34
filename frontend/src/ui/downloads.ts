/** Files that the page makes itself, and the reader saves. */
import { getRecord, recordPath } from "../api/matches";
import { isDeviceTable } from "../api/table-id";
import { tablePath } from "../router/route";

/** Have the browser save a file. */
export function saveFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/** Return the attributes of a link that downloads the record of a table. */
export function recordLink(id: string) {
  if (!isDeviceTable(id)) return { href: recordPath(id), download: "" };
  const onclick = async (event: MouseEvent) => {
    event.preventDefault();
    const record = (await getRecord(id)) as { rules: { preset: string }; date: string };
    const name = `${record.rules.preset}-${record.date}-${id}.schwimmen.json`;
    saveFile(new File([`${JSON.stringify(record)}\n`], name, { type: "application/json" }));
  };
  return { href: tablePath(id), download: "", onclick };
}

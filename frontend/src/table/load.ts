/** Page of a table, loaded on demand. */
import { isDeviceTable } from "../api/table-id";
import { loadAllTexts, loadTableTexts } from "../i18n";

/**
 * Load the page of a table and the texts that it needs; those of a first deal without an id.
 *
 * @throws Error if they cannot be loaded.
 */
export async function loadTablePage(id?: string) {
  const isOnDevice = id === undefined || isDeviceTable(id);
  const texts = isOnDevice ? loadTableTexts() : loadAllTexts();
  const [page] = await Promise.all([import("./TablePage.svelte"), texts]);
  return page.default;
}

/** Page of a table, loaded on demand. */
import { loadAllTexts } from "../i18n";

/**
 * Load the page of a table and the texts that it needs.
 *
 * @throws Error if they cannot be loaded.
 */
export async function loadTablePage() {
  const [page] = await Promise.all([import("./TablePage.svelte"), loadAllTexts()]);
  return page.default;
}

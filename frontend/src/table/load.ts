/** Page of a table, loaded on demand. */
import { withAllTexts } from "../i18n";

/**
 * Load the page of a table and the texts that it needs.
 *
 * @throws Error if they cannot be loaded.
 */
export const loadTablePage = () => withAllTexts(import("./TablePage.svelte"));

/** Tests read the page in English. */
import { loadAllTexts } from "./src/i18n";

await loadAllTexts();

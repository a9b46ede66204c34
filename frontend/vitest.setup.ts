/** Tests read the page in English. */
import { showLanguage } from "./src/i18n";

await showLanguage("en");

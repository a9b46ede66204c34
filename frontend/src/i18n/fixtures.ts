/** The texts of all languages, for tests. */
import de from "virtual:texts/page/de";
import en from "virtual:texts/page/en";
import nl from "virtual:texts/page/nl";

export { de, en, nl };
export const catalogues = { en, de, nl };

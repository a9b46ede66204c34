/** The catalogue of the reader's language. */
import { de } from "./de";
import { en, type Catalogue } from "./en";
import { nl } from "./nl";

export type { Catalogue, Who } from "./en";

export const catalogues: Record<string, Catalogue> = { en, de, nl };

/** The first of the wanted languages ("de-AT") that there is, else English. */
export function chooseLanguage(wanted: readonly string[]): string {
  const known = wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return known.find((language) => language in catalogues) ?? "en";
}

export const language = chooseLanguage(typeof navigator === "undefined" ? [] : navigator.languages);
export const t: Catalogue = catalogues[language] ?? en;

/** The entry of a code that came from the server, if the catalogue has it. */
export function find<T>(entries: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(entries, code) ? entries[code] : undefined;
}

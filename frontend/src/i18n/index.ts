/** The catalogues of texts, and the one in the reader's language. */
import { settings } from "../settings/settings.svelte";
import { de } from "./de";
import { en, type Catalogue } from "./en";
import { nl } from "./nl";

export type { Catalogue } from "./en";
export { OWN_NAMES, type PlayerName } from "./grammar";

export const LANGUAGES = ["en", "de", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];

export const catalogues: Record<Language, Catalogue> = { en, de, nl };

const isLanguage = (tag: string): tag is Language => LANGUAGES.some((known) => known === tag);

/** Return the first supported one of some language tags ("de-AT"), or English. */
export function chooseLanguage(preferred: readonly string[]): Language {
  const tags = preferred.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return tags.find(isLanguage) ?? "en";
}

/** Return the page's language: that of the settings, or the browser's. */
export function language(): Language {
  if (settings.language !== "system") return settings.language;
  return chooseLanguage(typeof navigator === "undefined" ? [] : navigator.languages);
}

/** The texts in the page's language; a component that reads them follows a change of language. */
export const t: Catalogue = new Proxy(en, {
  get: (_, key) => Reflect.get(catalogues[language()], key) as unknown,
});

/** Return the entry of a code from the server, if the catalogue has one. */
export function find<T>(entries: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(entries, code) ? entries[code] : undefined;
}

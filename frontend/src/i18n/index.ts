/** The catalogue of the reader's language. */
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

/** The first of the wanted languages ("de-AT") that there is, else English. */
export function chooseLanguage(wanted: readonly string[]): Language {
  const tags = wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return tags.find(isLanguage) ?? "en";
}

/** The language the page is in: the one chosen, else the browser's. */
export function language(): Language {
  if (settings.language !== "system") return settings.language;
  return chooseLanguage(typeof navigator === "undefined" ? [] : navigator.languages);
}

/** The sentences of that language, at any time: a page that reads them changes with it. */
export const t: Catalogue = new Proxy(en, {
  get: (_, key) => Reflect.get(catalogues[language()], key) as unknown,
});

/** The entry of a code that came from the server, if the catalogue has it. */
export function find<T>(entries: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(entries, code) ? entries[code] : undefined;
}

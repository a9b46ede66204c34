/** The page's language, and its texts: only those of one language are loaded. */
import { settings } from "../settings/settings.svelte";
import type { Catalogue } from "./texts.generated";

export const LANGUAGES = ["en", "de", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language, in that language. */
export const OWN_NAMES = { en: "English", de: "Deutsch", nl: "Nederlands" } as const;

const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("virtual:texts/page/en"),
  de: () => import("virtual:texts/page/de"),
  nl: () => import("virtual:texts/page/nl"),
};

const isLanguage = (tag: string): tag is Language => LANGUAGES.some((known) => known === tag);

/** Return the first supported one of some language tags ("de-AT"), or English. */
export function chooseLanguage(preferred: readonly string[]): Language {
  const tags = preferred.map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return tags.find(isLanguage) ?? "en";
}

/** Return the language of the settings, or else the browser's. */
export function chosenLanguage(): Language {
  if (settings.language !== "system") return settings.language;
  return chooseLanguage(typeof navigator === "undefined" ? [] : navigator.languages);
}

let shown: { language: Language; texts: Catalogue } | null = $state.raw(null);

/**
 * Load the texts of a language and show the page in it, unless another is chosen meanwhile.
 *
 * @throws Error if they cannot be loaded; the page stays as it is.
 */
export async function showLanguage(language: Language): Promise<void> {
  const { default: texts } = await catalogues[language]();
  if (language === chosenLanguage()) shown = { language, texts };
}

/** Return the language that the page is shown in. */
export const language = (): Language => shown?.language ?? "en";

/** The texts in the page's language; a component that reads them follows a change of language. */
export const t = new Proxy({} as Catalogue, {
  get: (_, key) => Reflect.get(shown?.texts ?? {}, key) as unknown,
});

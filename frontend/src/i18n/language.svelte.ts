/** Language of the page and its texts; the start page's texts are loaded first. */
import { settings } from "../storage/settings.svelte";
import type { Catalogue } from "./texts.generated";

export const LANGUAGES = ["en", "de", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language, in that language. */
export const OWN_NAMES = { en: "English", de: "Deutsch", nl: "Nederlands" } as const;

type Load = () => Promise<{ default: Partial<Catalogue> }>;

const startTexts: Record<Language, Load> = {
  en: () => import("virtual:texts/start/en"),
  de: () => import("virtual:texts/start/de"),
  nl: () => import("virtual:texts/start/nl"),
};

const otherTexts: Record<Language, Load> = {
  en: () => import("virtual:texts/rest/en"),
  de: () => import("virtual:texts/rest/de"),
  nl: () => import("virtual:texts/rest/nl"),
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

let shown: { language: Language; texts: Partial<Catalogue> } | null = $state.raw(null);
const loaded: Record<Language, Partial<Catalogue>> = { en: {}, de: {}, nl: {} };
/** Whether the page needs texts beyond those of the start page. */
let all = false;

/**
 * Load the texts of a language and show the page in it, unless another is chosen meanwhile.
 *
 * @throws Error if they cannot be loaded; the page stays in the former language.
 */
export async function showLanguage(language: Language): Promise<void> {
  const halves = all ? [startTexts, otherTexts] : [startTexts];
  const modules = await Promise.all(halves.map((half) => half[language]()));
  for (const { default: texts } of modules) Object.assign(loaded[language], texts);
  if (language === chosenLanguage() || language === shown?.language)
    shown = { language, texts: loaded[language] };
}

/**
 * Load the texts beyond those of the start page, in the chosen language and after each change.
 *
 * @throws Error if they cannot be loaded.
 */
export async function loadAllTexts(): Promise<void> {
  all = true;
  const language = chosenLanguage();
  if (shown?.language !== language || !("table" in shown.texts)) await showLanguage(language);
}

/**
 * Return the component of a module once all texts are loaded: the start page begins with some.
 *
 * @throws Error if one of them cannot be loaded.
 */
export async function withAllTexts<Shown>(module: Promise<{ default: Shown }>): Promise<Shown> {
  const [{ default: component }] = await Promise.all([module, loadAllTexts()]);
  return component;
}

/** Return the language that the page is shown in. */
export const language = (): Language => shown?.language ?? "en";

/** The texts in the page's language; a component that reads them follows a change of language. */
export const t = new Proxy({} as Catalogue, {
  get: (_, key) => Reflect.get(shown?.texts ?? {}, key) as unknown,
});

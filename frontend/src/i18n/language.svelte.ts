/** Language of the page and its texts, which are loaded in three batches. */
import { untrack } from "svelte";
import { settings } from "../storage/settings.svelte";
import type { Catalogue } from "./texts.generated";

export const LANGUAGES = ["en", "de", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language, in that language. */
export const OWN_NAMES = { en: "English", de: "Deutsch", nl: "Nederlands" } as const;

type Load = () => Promise<{ default: Partial<Catalogue> }>;

/** Texts of the start page. */
const startTexts: Record<Language, Load> = {
  en: () => import("virtual:texts/start/en"),
  de: () => import("virtual:texts/start/de"),
  nl: () => import("virtual:texts/start/nl"),
};

/** Texts that the first deal at a table on the device needs besides. */
const tableTexts: Record<Language, Load> = {
  en: () => import("virtual:texts/table/en"),
  de: () => import("virtual:texts/table/de"),
  nl: () => import("virtual:texts/table/nl"),
};

const otherTexts: Record<Language, Load> = {
  en: () => import("virtual:texts/rest/en"),
  de: () => import("virtual:texts/rest/de"),
  nl: () => import("virtual:texts/rest/nl"),
};

const BATCHES = [startTexts, tableTexts, otherTexts];

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

/** The language of the page, its texts, and the number of batches in them. */
interface Shown {
  language: Language;
  texts: Partial<Catalogue>;
  batches: number;
}

let shown: Shown | null = $state.raw(null);
const loaded: Record<Language, Partial<Catalogue>> = { en: {}, de: {}, nl: {} };
/** Number of batches that the page needs. */
let needed = 1;

/**
 * Load the texts of a language and show the page in it, unless another is chosen meanwhile.
 *
 * @throws Error if they cannot be loaded; the page stays in the former language.
 */
export async function showLanguage(language: Language): Promise<void> {
  const loading = BATCHES.slice(0, needed).map((batch) => batch[language]());
  const modules = await Promise.all(loading);
  for (const { default: texts } of modules) Object.assign(loaded[language], texts);
  const batches = Math.max(modules.length, shown?.language === language ? shown.batches : 0);
  if (language === chosenLanguage() || language === shown?.language)
    shown = { language, texts: loaded[language], batches };
}

/** Load the first batches of texts, in the chosen language and after each change. */
async function loadBatches(count: number): Promise<void> {
  needed = Math.max(needed, count);
  // A component that loads texts must not do so again when others arrive.
  const [language, present] = untrack(() => [chosenLanguage(), shown] as const);
  if (present?.language !== language || present.batches < count) await showLanguage(language);
}

/**
 * Load the texts of the first deal at a table on the device.
 *
 * @throws Error if they cannot be loaded.
 */
export const loadTableTexts = (): Promise<void> => loadBatches(2);

/**
 * Load all texts of the page.
 *
 * @throws Error if they cannot be loaded.
 */
export const loadAllTexts = (): Promise<void> => loadBatches(BATCHES.length);

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

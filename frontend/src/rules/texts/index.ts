/** The texts of the rules; each language is loaded on demand. */
import type { Language } from "../../i18n";
import type { RuleTexts } from "./en";

export type { RuleTexts } from "./en";

const languages: Record<Language, () => Promise<{ texts: RuleTexts }>> = {
  en: () => import("./en"),
  de: () => import("./de"),
  nl: () => import("./nl"),
};

export const loadTexts = async (language: Language): Promise<RuleTexts> =>
  (await languages[language]()).texts;

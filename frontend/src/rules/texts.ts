/** The texts of the rules; each language is loaded on demand. */
import type { Language, RuleTexts } from "../i18n";

export type { RuleTexts } from "../i18n";

const languages: Record<Language, () => Promise<{ default: RuleTexts }>> = {
  en: () => import("virtual:texts/rulebook/en"),
  de: () => import("virtual:texts/rulebook/de"),
  nl: () => import("virtual:texts/rulebook/nl"),
};

export const loadTexts = async (language: Language): Promise<RuleTexts> =>
  (await languages[language]()).default;

/** The texts of the review; each language is loaded on demand. */
import type { Language, ReviewTexts } from "../i18n";

export type { ReviewTexts } from "../i18n";

const languages: Record<Language, () => Promise<{ default: ReviewTexts }>> = {
  en: () => import("virtual:texts/review/en"),
  de: () => import("virtual:texts/review/de"),
  nl: () => import("virtual:texts/review/nl"),
};

export const loadTexts = async (language: Language): Promise<ReviewTexts> =>
  (await languages[language]()).default;
